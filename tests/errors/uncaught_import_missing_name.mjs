// @exit 1
// @caret ignore
import { noSuchExport } from './fixtures/exports_one.mjs';
console.log(noSuchExport);
