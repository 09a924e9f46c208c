// Objects, functions, classes, wraps, references, errors, memory and promises through Node-API.
'use strict';

const addon = require(require('./fixtures/build')('objects'));

const proto = { inherited: 1, [Symbol('is')]: 2 };
const object = Object.create(proto, {
  b: { value: 1, enumerable: true, writable: true, configurable: true }, 7: { value: 1, enumerable: true, writable: true, configurable: true },
  hidden: { value: 2 }, fixed: { value: 3, enumerable: true }, get: { get: () => 1, enumerable: true, configurable: true },
  [Symbol('own')]: { value: 4, enumerable: true },
});
for (const mode of [1]) {
  for (const filter of [0, 1, 2, 4, 8, 16, 2 | 16, 1 | 2 | 4 | 16]) {
    for (const conversion of [0, 1]) console.log(mode, filter, conversion, ...addon.names(object, mode, filter, conversion));
  }
}
console.log(addon.names(object, 0, 2 | 16, 0)[1], addon.names([5, 6], 1, 2, 0)[1], addon.names('ab', 1, 2, 1)[1]);
console.log(addon.properties({ a: 1 }, 'a'), addon.properties({ a: 1 }, 'toString'), addon.properties(Object.freeze({ a: 1 }), 'a'));
console.log(addon.properties({ 1: 1 }, 1), addon.properties('text', 'length'));

function strictly() { 'use strict'; return this; }
const { seen } = addon;
const receiver = { seen };
console.log(receiver.seen(1, 2)[0] === receiver, seen()[0] === globalThis, seen.call(5)[0], seen.call('t', 1, 2, 3, 4, 5, 6, 7).slice(1));
const made = new seen(1);
console.log(made[1] === seen, made[2], seen.name, seen.length, typeof seen, 'prototype' in seen);
console.log(addon.call(null, strictly, 1), addon.call(5, strictly, 1), addon.call({}, (x) => x + 1, 1), addon.call({}, 5, 1));
console.log(...addon.call({}, () => { throw new TypeError('inside'); }, 1).map(String));
console.log(addon.construct(Date, 0), addon.construct(class A { constructor(x) { this.x = x; } }, 3), addon.construct(5, 1));
try { addon.construct(() => {}, 1); } catch (error) { console.log(error.name); }

for (let kind = 0; kind < 9; kind++) {
  try {
    const result = addon.throws(kind, kind === 4 ? 'a string' : 'CODE');
    console.log(kind, 'gave', result instanceof Error ? `${result} ${result.code}` : result);
  } catch (error) {
    console.log(kind, 'threw', String(error), error.code, error instanceof Error && Object.keys(error));
  }
}

const { Counter } = addon;
const counter = new Counter(5);
console.log(counter.next(), counter.next(), counter.count, (counter.count = 40, counter.next()), counter.fixed, Counter.origin());
console.log(Counter.name, Counter.length, counter instanceof Counter, Object.keys(counter), Object.getOwnPropertyNames(Counter.prototype));
for (const key of ['next', 'count', 'fixed']) {
  const { value, get, set, ...rest } = Object.getOwnPropertyDescriptor(Counter.prototype, key);
  console.log(key, typeof value, typeof get, typeof set, rest, value?.name, get?.name);
}
console.log(Counter(1));
class Sub extends Counter { twice() { this.next(); return this.next(); } }
const sub = new Sub(10);
console.log(sub.twice(), sub instanceof Counter, sub instanceof Sub, Object.getPrototypeOf(sub) === Sub.prototype);
for (const wrong of [{}, Object.create(counter), undefined, 5]) {
  try { console.log(counter.next.call(wrong)); } catch (error) { console.log(String(error)); }
}
console.log(addon.wrap({}), addon.wrap(Object.freeze({})), addon.tags({}), addon.tags(() => {}));

const target = { it: true };
console.log(addon.keep(target, 1), addon.kept_value() === target, addon.count_kept(1), addon.count_kept(-1), addon.count_kept(-1), addon.kept_value() === target, addon.count_kept(-1));
console.log(addon.keep('a string', 1), addon.kept_value(), addon.keep(Symbol.iterator, 0), addon.kept_value(), addon.keep(7n, 2), addon.kept_value());
const [status, external, whole] = addon.externals({});
console.log(status, whole, typeof external, Object.getPrototypeOf(external), require('util').types.isExternal(external), require('util').types.isExternal({}));
console.log(addon.externals(external)[0], require('util').inspect(external).replace(/[0-9a-f]{6,}/, 'ADDRESS'));

const [buffer, view, data, fresh, copy, part] = addon.memory();
console.log(buffer, view, data.getUint8(0), data.byteLength, fresh, copy, part, part.buffer === buffer, Buffer.isBuffer(part));
for (const sample of [new Uint8Array([5, 6]), new Uint8Array(new ArrayBuffer(8), 3, 2), Buffer.alloc(1, 'z'), new Float64Array(2), new BigInt64Array(1), new DataView(new ArrayBuffer(4), 1), new Uint8Array(0), new Float16Array(3), {}, new ArrayBuffer(1)]) {
  const before = addon.look(sample);
  console.log(before, ArrayBuffer.isView(sample) && sample.byteLength > 0 ? new Uint8Array(sample.buffer, sample.byteOffset, 1)[0] : 'none');
}
const statuses = addon.bad_views(new ArrayBuffer(16));
console.log(statuses.map((one) => (one instanceof Error ? `${one} ${one.code}` : one)));

const looked = new ArrayBuffer(8);
console.log(addon.look(new Uint8Array(looked)), addon.detach(looked), looked.byteLength, addon.detach(buffer), view.length, addon.detach(new SharedArrayBuffer(2)), addon.detach({}));

const frozen = { a: 1 }, sealed = { a: 1 };
addon.freeze(frozen, sealed);
console.log(Object.isFrozen(frozen), Object.isSealed(sealed), Object.isFrozen(sealed), addon.scopes());
console.log(addon.hostile());

const order = [];
addon.promise().then((value) => order.push(`resolved ${value}`));
console.log(addon.settle(true, 'first'));
const second = addon.promise();
second.catch((reason) => order.push(`rejected ${reason}`));
addon.settle(false, 'second');
process.nextTick(() => order.push('tick'));
setImmediate(() => console.log(order));
