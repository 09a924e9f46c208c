// Storage: items as properties, order of keys, the quota, and localStorage that is not there without its flag.
'use strict';

const show = (run) => {
  try {
    console.log(run());
  } catch (error) {
    console.log('throws', error.name, error.code, error.message);
  }
};
const s = sessionStorage;
show(() => typeof localStorage);
show(() => Object.getOwnPropertyDescriptor(globalThis, 'localStorage').enumerable);
show(() => new Storage());
show(() => s);
s.a = 1;
s.setItem('b', { x: 1 });
s['c d'] = null;
show(() => [Object.keys(s), s.length, s.key(0), s.key(9), s.getItem('zz'), s.zz, 'a' in s, 'zz' in s]);
show(() => [delete s.a, delete s.zz, Object.getOwnPropertyDescriptor(s, 'b')]);
show(() => s.setItem('x'));
show(() => s.getItem());
show(() => s.removeItem());
show(() => s.key());
show(() => s.removeItem('nope'));
s.setItem('length', 5);
show(() => [s.length, s.getItem('length')]);
s.clear();
show(() => s.length);
show(() => s.setItem('big', 'x'.repeat(11 * 1024 * 1024)));
show(() => s.setItem('b', 'x'.repeat(5 * 1024 * 1024)));
show(() => s.setItem('b', 'x'.repeat(5 * 1024 * 1024 - 1)));
show(() => s.length);
s.clear();
show(() => Object.prototype.toString.call(s));
show(() => Object.getOwnPropertyNames(Storage.prototype));
show(() => Storage.prototype.getItem.call({}, 'a'));
show(() => {
  Object.defineProperty(s, 'def', { value: 3 });
  return [s.def, Object.getOwnPropertyDescriptor(s, 'def')];
});
show(() => {
  s.getItem = 5;
  return [typeof s.getItem, s.length];
});
show(() => {
  const names = [];
  for (const name in s) names.push(name);
  return names;
});
show(() => {
  s.clear();
  Object.assign(s, { z: 1, b: 2, a: 3, 10: 1, 9: 2 });
  console.log(Object.keys(s), s.key(0), JSON.stringify(s));
  delete s[9];
  return s;
});
show(() => Object.getPrototypeOf(s) === Storage.prototype);
