// The methods of arrays throw (but for pop and includes, which Node itself uses): the runtime does not
// notice.
const log = console.log;
log('before', [1], { a: [2] });
for (const key of Reflect.ownKeys(Array.prototype)) {
  if (typeof Array.prototype[key] === 'function' && typeof key === 'string' && !'constructor pop includes'.includes(key)) {
    Object.defineProperty(Array.prototype, key, { value() { throw new Error(`Array.prototype.${String(key)} was used`); }, configurable: true, writable: true });
  }
}
log('after');
process.nextTick((a) => log(a), 'tick');
setTimeout((a) => log(a), 50, 'timeout');
setImmediate((a) => log(a), 'immediate');
queueMicrotask(() => log('microtask'));
