// Objects that fight being looked at.
const { inspect } = require('node:util');
const attempts = {
  'proxy that throws': () => inspect(new Proxy({ a: 1 }, { get() { throw new Error('get'); }, ownKeys() { throw new Error('keys'); }, getPrototypeOf() { throw new Error('proto'); } })),
  'revoked proxy': () => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return inspect(proxy); },
  'revoked proxy shown': () => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return inspect(proxy, { showProxy: true }); },
  'tag that throws': () => inspect({ get [Symbol.toStringTag]() { throw new Error('tag'); } }),
  'constructor that throws': () => inspect({ get constructor() { throw new Error('constructor'); } }),
  'null prototype': () => inspect(Object.create(null, { a: { value: 1, enumerable: true } })),
  'constructor null': () => inspect({ constructor: null, a: 1 }),
  'inspect that throws': () => inspect({ [inspect.custom]() { throw new Error('custom'); } }),
  'inspect that returns itself': () => { const o = { [inspect.custom]() { return o; }, a: 1 }; return inspect(o); },
  'circle': () => { const o = { a: [] }; o.a.push(o); o.self = o; return inspect(o); },
  'name that is no text': () => inspect(Object.defineProperty(function f() {}, 'name', { value: 5 })),
  'array with holes and keys': () => inspect(Object.assign([1, , 3], { key: 'value' })),
  'huge sparse array': () => inspect(Object.assign([], { 4294967294: 1 })),
  'map of itself': () => { const m = new Map(); m.set(m, m); return inspect(m); },
  'date that is none': () => inspect(new Date(NaN)),
  'error without message': () => inspect(Object.assign(new Error(), { stack: 'Error' })),
  'error with stack of a number': () => inspect(Object.assign(new Error('x'), { stack: 5 })),
  'symbol keys': () => inspect({ [Symbol('a')]: 1, [Symbol.iterator]: 2, [Symbol('')]: 3 }),
  'keys that need quotes': () => inspect({ 'a-b': 1, "it's": 2, 3: 3, '': 4, 'new\nline': 5, '__proto__x': 6 }),
  'own __proto__': () => inspect(JSON.parse('{"__proto__": {"a": 1}}')),
};
for (const [name, attempt] of Object.entries(attempts)) {
  try {
    console.log(name, '->', attempt());
  } catch (error) {
    console.log(name, '-> threw', error.message);
  }
}
