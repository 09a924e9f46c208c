// structuredClone of arrays: holes, names besides indices, accessors, and what is taken away while it is being copied.
const show = (value) => console.log(value, Object.keys(value), value.length);

show(structuredClone([1, 'two', null, undefined, 3n]));
show(structuredClone([, 1, , 2, ,])); // eslint-disable-line no-sparse-arrays
show(structuredClone(Object.assign(['a', 'b'], { name: 'value', 7: 'later' })));
show(structuredClone(Object.defineProperty(['a', 'b'], 'hidden', { value: 1 })));
show(structuredClone(Object.defineProperty(['a', 'b', 'c'], 1, { enumerable: false, value: 'hidden' })));
show(structuredClone(Object.defineProperty(['a', 'b', 'c'], 1, { enumerable: true, get: () => 'got' })));
show(structuredClone(new Array(3)));
show(structuredClone([]));
class List extends Array {}
show(structuredClone(List.from([1, 2])));

const shrinking = [{ get taken() { shrinking.length = 2; return 'taken'; } }, 'kept', 'gone', undefined];
show(structuredClone(shrinking));
const growing = [{ get added() { growing.push('new'); return 'added'; } }, 'old'];
show(structuredClone(growing));
const changing = [{ get changed() { changing[1] = 'after'; return 'changed'; } }, 'before'];
show(structuredClone(changing));

const cyclic = [1];
cyclic.push(cyclic, [cyclic]);
const copy = structuredClone(cyclic);
console.log(copy[1] === copy, copy[2][0] === copy, copy === cyclic);
try {
  structuredClone(['fine', () => {}]);
} catch (error) {
  console.log(error.name, error.message);
}
const list = ['a', 'b', 'c'];
Object.defineProperty(Array.prototype, 1, { configurable: true, get: () => 'from the prototype', set() { throw new Error('set'); } });
let clone;
try {
  clone = structuredClone(list);
} finally {
  delete Array.prototype[1];
}
show(clone);
