// Proxies: their target is shown, no trap runs.
'use strict';
const util = require('node:util');

const traps = {};
for (const name of Reflect.ownKeys(Reflect)) {
  if (typeof name === 'string') traps[name] = () => { throw new Error(`trap ${name}`); };
}
const revoked = Proxy.revocable({}, {});
revoked.revoke();
const values = [
  new Proxy({ a: 1 }, traps), new Proxy([1, [2]], traps), new Proxy(function f() {}, traps), new Proxy(class A {}, traps),
  new Proxy(new Map([[1, 2]]), traps), new Proxy(new Proxy({ inner: true }, traps), traps), new Proxy(new Date(0), traps),
  new Proxy(Object.create(null), traps), revoked.proxy, new Proxy({ deep: { er: { and: {} } } }, traps),
];
for (const value of values) {
  console.log(value);
  console.log([value], { key: value });
  for (const options of [{ depth: 0 }, { compact: false }, { colors: true }, { breakLength: 10 }]) console.log(util.inspect(value, options));
  console.log(util.types.isProxy(value));
}
console.log(util.types.isProxy({}), util.types.isProxy(process.env), util.format('%s', new Proxy({ toString: () => 'text' }, {})));
