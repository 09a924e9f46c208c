// Imports are live, exports are seen after mutation, namespaces are what they should be.
import increment, { count, alias, undefinedVar, Klass } from './fixtures/live.mjs';
import * as ns from './fixtures/live.mjs';
import * as barrel from './fixtures/barrel.mjs';
console.log(count, alias, undefinedVar, Klass.name);
increment();
console.log(count, alias, ns.count, barrel.count, barrel.reexported, barrel.live.count);
console.log(ns);
console.log(Object.keys(barrel), barrel.default, barrel.own, barrel.live === ns);
console.log(Object.getOwnPropertyDescriptor(ns, 'count'), ns[Symbol.toStringTag], Object.getPrototypeOf(ns), Object.isExtensible(ns), Object.isSealed(ns), Object.isFrozen(Object.create(null)));
for (const attempt of [() => { ns.count = 5; }, () => { delete ns.count; }, () => { ns.other = 1; }, () => Object.defineProperty(ns, 'x', { value: 1 }), () => Object.setPrototypeOf(ns, {}), () => { count = 7; }, () => { count++; }]) {
  try { attempt(); console.log('no error'); } catch (error) { console.log(error.name); }
}
console.log(Reflect.has(ns, 'count'), 'nope' in ns, ns.nope, Reflect.deleteProperty(ns, 'nope'), Reflect.set(ns, 'count', 1), Reflect.defineProperty(ns, 'count', { value: count }), { ...ns }.count, JSON.stringify(ns));
console.log(typeof this, typeof require, typeof module, typeof __filename, (function() { return this; })());
const shadow = (count) => count * 2;
console.log(shadow(21), { count, increment }.count, [count].map((count) => count + 1), `${count}`, typeof increment, new Klass() instanceof Klass, increment?.name);
