// Object.prototype has keys that options are looked up by.
console.log('before', {});
for (const key of ['signal', 'ref', 'encoding', 'depth', 'code', 'cause', 'then']) {
  Object.defineProperty(Object.prototype, key, { __proto__: null, value: undefined, writable: true, configurable: true, enumerable: false });
}
Object.prototype.polluted = 'yes';
console.log({ a: 1 }, [1]);
const timer = setTimeout(() => console.log('timeout'), 1);
console.log(timer.hasRef());
process.nextTick(() => console.log('tick'));
require('node:fs').readFile(__filename, 'utf8', (error, text) => console.log(error, text.length > 100));
for (const key in {}) console.log('enumerable:', key);
