// Getters that throw, tampered prototypes and odd shapes: a clear text, never a crash.
'use strict';
const { inspect } = require('node:util');

const thrower = () => { throw new Error('thrown on purpose'); };
const values = [
  { get a() { return thrower(); } },
  { get [Symbol.toStringTag]() { return thrower(); } },
  { get [Symbol.iterator]() { return thrower(); } },
  { get constructor() { return thrower(); } },
  Object.create({ get constructor() { return thrower(); } }),
  Object.create({ constructor: null }),
  Object.defineProperty([1], 0, { get: thrower, enumerable: true }),
  { toString: thrower, valueOf: thrower, toJSON: thrower, [Symbol.toPrimitive]: thrower },
];
for (const value of values) {
  console.log(inspect(value));
  console.log(inspect([value], { showHidden: true }));
}
for (const thrown of [5, 'text', null, undefined, { message: 'object' }]) {
  console.log(inspect({ get a() { throw thrown; } }, { getters: true }));
}

const deep = {};
let tip = deep;
for (let i = 0; i < 150; i++) tip = tip.next = {};
console.log(inspect(deep, { depth: 3 }));
console.log(inspect(deep, { depth: Infinity, breakLength: Infinity, compact: 0 }).split('\n').length);

// From here on the builtin prototypes are not to be trusted.
const saved = [];
for (const prototype of [String.prototype, Number.prototype, RegExp.prototype, Date.prototype]) {
  for (const key of Reflect.ownKeys(prototype)) {
    const descriptor = Reflect.getOwnPropertyDescriptor(prototype, key);
    if (typeof descriptor.value !== 'function' || key === 'constructor' || !descriptor.writable) continue;
    saved.push([prototype, key, descriptor]);
  }
}
const value = { text: "it's\n", list: [1, , 3], map: new Map([[1, 'x']]), set: new Set(['y']), regexp: /a/g, fn() {}, nested: { a: { b: {} } } };
const before = inspect(value);
let after;
const { defineProperty } = Reflect;
for (let i = 0; i < saved.length; i++) defineProperty(saved[i][0], saved[i][1], { ...saved[i][2], value: thrower });
try {
  after = inspect(value);
} catch (error) {
  after = error;
}
for (let i = 0; i < saved.length; i++) defineProperty(saved[i][0], saved[i][1], saved[i][2]);
console.log(before === after);
