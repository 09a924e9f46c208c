// CommonJS modules, JSON and builtins seen from ES modules.
import values, { one, two, later } from './fixtures/values.cjs';
import * as ns from './fixtures/values.cjs';
import fn, { extra } from './fixtures/function.cjs';
import * as literal from './fixtures/literal.cjs';
import data from './fixtures/data.json' with { type: 'json' };
import events, { EventEmitter, once } from 'node:events';
import { createRequire } from 'module';
import { scoped } from './fixtures/esm_package/../node_modules/@scope/pkg/main.js';
import { fromTypedPackage } from './fixtures/esm_package/index.js';
import inEsmPackage from './fixtures/esm_package/c.cjs';
const require = createRequire(import.meta.url);
console.log(values, one, two, later, ns, fn(), extra);
console.log(Object.keys(literal), literal.a(), literal.one);
console.log(data, data === require('./fixtures/data.json'), EventEmitter === events, once === events.once);
console.log(require('./fixtures/values.cjs') === values, scoped, fromTypedPackage, inEsmPackage);
setTimeout(() => console.log(later, values.later, ns.later), 20);
