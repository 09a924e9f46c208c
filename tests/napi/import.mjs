// import() of an addon: what require() gives, as the default export, and a warning.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const file = require('./fixtures/build')('add');
process.on('warning', (warning) => console.log(warning.name, warning.message));
const namespace = await import(file);
console.log(Object.keys(namespace), namespace.default.add(1, 2), namespace.default === require(file), await import(file) === namespace);
