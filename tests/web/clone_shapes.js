// Objects that are alike are cloned again and again: whatever an engine remembers of their kind, each clone has its own object's
// properties, and what getters change on the way counts.
'use strict';

const print = (label, value) => console.log(label, value);
const again = (times, make) => {
  let last;
  for (let i = 0; i < times; i++) last = make(i);
  return last;
};

// Nested objects are copies, each time.
const shared = { deep: { list: [1, { two: 2 }] } };
const copies = again(5, (i) => structuredClone({ i, shared, also: shared, nothing: null, missing: undefined }));
print('copies', copies);
print('identity', [copies.shared === shared, copies.shared === copies.also, copies.shared.deep === shared.deep, copies.shared.deep.list[1] === shared.deep.list[1]]);

// The same names with other kinds of values.
print('values', again(6, (i) => structuredClone({ a: [i, 'text', { i }, new Date(i), null, new Map([[i, { i }]])][i], b: i })));

// Elements beside names, also in objects that had none when they were first met.
const withElements = again(5, (i) => {
  const object = { x: i, 0: { i } };
  if (i < 3) delete object[0];
  return object;
});
const clonedElements = structuredClone(withElements);
print('elements', [clonedElements, clonedElements[0] === withElements[0]]);
print('elements', again(4, (i) => structuredClone({ 1: 'one', 0: { i }, name: 'x' })));

// Symbols, properties that do not count, and getters.
const symbol = Symbol('s');
print('symbols', again(4, (i) => structuredClone({ [symbol]: 1, i })));
print('hidden', again(4, (i) => structuredClone(Object.defineProperty({ i }, 'hidden', { value: 1 }))));
let asked = 0;
print('getters', [again(4, () => structuredClone({ get a() { asked++; return { asked }; }, b: 1 })), asked]);
print('prototype', again(4, (i) => {
  const clone = structuredClone(JSON.parse(`{ "a": ${i}, "__proto__": { "x": 1 } }`));
  return [Object.keys(clone), Object.getPrototypeOf(clone) === Object.prototype, clone.x];
}));
print('frozen', again(4, (i) => {
  const clone = structuredClone(Object.freeze({ i, nested: Object.freeze({ i }) }));
  return [clone, Object.isFrozen(clone), Object.isFrozen(clone.nested)];
}));

// A getter further down changes and removes what comes after it.
for (let i = 0; i < 4; i++) structuredClone({ first: { plain: i }, second: 1, third: { x: 1 }, fourth: 4 });
const outer = { first: undefined, second: 1, third: { x: 1 }, fourth: 4 };
outer.first = {
  get inner() {
    outer.second = { changed: true };
    delete outer.third;
    outer.fifth = 5;
    return 'inner';
  },
};
print('changed', structuredClone(outer));
const viaMap = { first: new Map([['key', { get inner() { viaMap.second = 'changed'; return 1; } }]]), second: 1 };
for (let i = 0; i < 4; i++) structuredClone({ first: i, second: 1 });
print('changed', structuredClone(viaMap));

// Removed and added names.
print('removed', again(5, (i) => {
  const object = { a: 1, b: { i }, c: 3 };
  delete object.a;
  object.a = { last: i };
  const clone = structuredClone(object);
  return [clone, clone.b === object.b, clone.a === object.a];
}));
const many = {};
for (let i = 0; i < 200; i++) many[`name${i}`] = { i };
const manyCloned = again(3, () => structuredClone(many));
print('many', [Object.keys(manyCloned).length, manyCloned.name150, manyCloned.name150 === many.name150]);

// What cannot be cloned, found in order.
for (const value of [() => {}, Symbol('no'), new WeakMap(), new Proxy({}, {})]) {
  const order = [];
  for (let i = 0; i < 3; i++) structuredClone({ a: 1, b: 2, c: 3 });
  try {
    structuredClone({ a: { get x() { order.push('x'); return 1; } }, b: value, c: { get y() { order.push('y'); return 1; } } });
  } catch (error) {
    print('refused', [error.name, order]);
  }
}

// Cycles, and more objects than a handful.
const cycle = { name: 'cycle' };
cycle.self = cycle;
cycle.list = Array.from({ length: 30 }, (_, i) => ({ i, cycle }));
const cloned = again(3, () => structuredClone(cycle));
print('cycle', [cloned.self === cloned, cloned.list.every((item, i) => item.i === i && item.cycle === cloned && item !== cycle.list[i])]);

// Arrays with holes, names, and elements of all kinds.
const holes = [1, , 3];
const long = new Array(50);
long[40] = { x: 1 };
print('holes', again(3, () => [structuredClone(holes), structuredClone(long), structuredClone([, { a: 1 }]), structuredClone([{ a: 1 }, , undefined])]));
print('names', again(3, () => structuredClone(Object.assign([1, { x: 1 }], { name: { y: 1 } }))));
const losing = [{ get x() { losing.length = 2; return 1; } }, 2, 3];
print('losing', structuredClone(losing));
Object.prototype.inherited = { far: true };
print('inherited', again(3, (i) => Object.keys(structuredClone({ a: { i }, b: 1 }))));
delete Object.prototype.inherited;
