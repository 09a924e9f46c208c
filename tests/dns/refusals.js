// What the functions of dns refuse, how servers are written, and the names of services.
'use strict';

const dns = require('dns');
const util = require('util');

function attempt(action) {
  try {
    const result = action();
    console.log(result instanceof dns.Resolver ? 'a resolver' : result);
  } catch (error) {
    console.log(error.name, error.code, error.message, Object.keys(error).join());
  }
}

for (const options of [{ timeout: 'x' }, { timeout: -2 }, { tries: 0 }, { tries: 'x' }, { maxTimeout: -1 }, { maxTimeout: 'x' }, 5, {}]) {
  attempt(() => new dns.Resolver(options));
}
const resolver = new dns.Resolver();
for (const servers of [
  'x', ['x'], [5], ['127.0.0.1:99999'], ['127.0.0.1', '[::1]:53', '[::1]:5353', '8.8.8.8:54'], ['[::1]'], ['::1'],
  ['127.0.0.1:53'], ['127.0.0.1:x'], ['1.1.1.1:0'], ['127.0.0.1:'], ['127.0.0.1:80:80'], [],
]) {
  attempt(() => resolver.setServers(servers));
  if (servers.length === 0 || /^[[\d]/.test(servers[0])) attempt(() => resolver.getServers());
}
for (const addresses of [
  ['x'], [5], ['127.0.0.1'], ['::1'], ['127.0.0.1', '::1'], ['127.0.0.1', '127.0.0.1'], ['::1', '::1'], ['127.0.0.1', 5], [],
]) {
  attempt(() => resolver.setLocalAddress(...addresses));
}
const callback = () => {};
for (const [method, ...args] of [
  ['resolve'], ['resolve', 'x'], ['resolve', 'x', 'y'], ['resolve', 'x', 'Y', callback], ['resolve', 'x', 5, callback],
  ['resolve4', 'x'], ['resolve4', 5, callback], ['resolve4', 'x', 5], ['reverse', 'x', callback], ['reverse', 5, callback],
  ['reverse', '1.1.1.1'],
]) {
  attempt(() => resolver[method](...args));
  attempt(() => dns[method](...args));
}
for (const args of [
  ['x'], ['127.0.0.1', 'x', callback], ['127.0.0.1', 80], ['localhost', 80, callback], [], ['127.0.0.1', 80, 5],
]) {
  attempt(() => dns.lookupService(...args));
}
attempt(() => dns.promises.lookupService('localhost', 80));
attempt(() => dns.promises.lookupService('127.0.0.1'));
attempt(() => dns.promises.resolve('x', 'Y'));
attempt(() => dns.promises.resolve4(5));
attempt(() => dns.promises.resolve());
for (const module of [dns, dns.promises]) {
  console.log(Object.keys(module).sort().map((key) => `${key}/${module[key].length}`).join());
}

(async () => {
  console.log(await dns.promises.lookupService('127.0.0.1', 80), await util.promisify(dns.lookupService)('127.0.0.1', 22));
  await new Promise((resolve) => dns.lookupService('127.0.0.1', 25, (...args) => resolve(console.log(args))));
  await new Promise((resolve) => dns.lookupService('127.77.0.9', 65000, (error) => {
    resolve(console.log(error.message, error.code, error.syscall, error.hostname));
  }));
})();
