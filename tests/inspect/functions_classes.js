// Functions and classes, also with other prototypes, names and properties.
'use strict';
const { inspect } = require('node:util');

class Base {}
class Derived extends Base { static field = 1; }
class WithTag { static get [Symbol.toStringTag]() { return 'Tag'; } }
function ordinary(a, b) {}
const functions = [
  ordinary, () => {}, function() {}, async () => {}, async function asynchronous() {}, function* generator() {}, async function* both() {},
  { method() {} }.method, { 'with space'() {} }['with space'], { async method() {} }.method, { *method() {} }.method,
  { [Symbol('sym')]: () => {} }, { [Symbol('sym')]() {} }, { async() {} }.async, { class() {} }.class, { class(a) { return {}; } }.class,
  Object.getOwnPropertyDescriptor({ get value() { return 1; } }, 'value').get,
  Base, Derived, WithTag, class {}, class extends Base {}, class extends null {}, class Named extends Map {},
  class /* ( */ Commented /* { */ {}, class Late extends (() => Base)() {},
  class { static name = 5; }, class { static name() {} }, class Empty { static name = ''; },
  ordinary.bind(null), (() => {}).bind(null), Map, Math.max, Symbol, Proxy,
  Object.assign(() => {}, { property: 1 }), Object.assign(function f() {}, { self: null }),
  Object.defineProperty(function() {}, 'name', { value: 5 }), Object.defineProperty(() => {}, 'name', { value: { odd: 1 } }),
  Object.defineProperty(ordinary.bind(), Symbol.toStringTag, { value: 'Tag' }),
  Object.setPrototypeOf(function noProto() {}, null), Object.setPrototypeOf(() => {}, null), Object.setPrototypeOf(class NoProto {}, null),
  Object.setPrototypeOf(async function noProto() {}, null), Object.setPrototypeOf(function* noProto() {}, null),
  Object.setPrototypeOf(() => {}, {}), Object.setPrototypeOf(() => {}, Base.prototype),
  new (class Callable extends Function {})('return 1'),
];
for (const value of functions) {
  console.log(value);
  console.log({ value });
  console.log(inspect([value], { compact: false }));
  console.log(inspect(value, { colors: true }), inspect(value, { depth: -1 }));
}

const instances = [
  new Base(), new Derived(), new (class {})(), new (class extends Base {})(), Object.assign(new Derived(), { own: [1, { two: 2 }] }),
  new (class Tagged { get [Symbol.toStringTag]() { return 'Other'; } })(), new (class Same { get [Symbol.toStringTag]() { return 'Same'; } })(),
  new (class Dotted { get [Symbol.toStringTag]() { return 'ns.Dotted'; } })(), { [Symbol.toStringTag]: 'Own' }, { [Symbol.toStringTag]: '' },
  Object.create({ [Symbol.toStringTag]: 'Inherited' }), Object.create(null, { [Symbol.toStringTag]: { value: 'Hidden' } }),
  Base.prototype, Derived.prototype, Object.create(Base.prototype), Object.create(Array.prototype), Object.create(new Derived()),
  new (class List extends Array {})(2), new (class Table extends Map {})([[1, 2]]), new (class Bag extends Set {})(['x']),
  new (class Later extends Promise {})(() => {}), new (class When extends Date {})(0), new (class Rule extends RegExp {})('a+', 'g'),
  new (class Text extends String {})('text'), new (class Count extends Number {})(3),
];
for (const value of instances) {
  console.log(value);
  console.log([value], inspect({ value }, { depth: 0 }));
}
