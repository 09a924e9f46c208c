// --experimental-loader: the hooks see the entry too.
// @flags --no-warnings --experimental-loader ./fixtures/hooks_on_a_thread.mjs
import { sep } from 'node:path';
import answer from 'virtual:answer';

console.log(sep, answer);
