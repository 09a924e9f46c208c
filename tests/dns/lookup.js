// dns.lookup: what needs no resolver, localhost by it, names that are none, and what it says of wrong arguments.
'use strict';
const dns = require('dns');
const util = require('util');

const show = (name) => (error, ...rest) => {
  console.log(name, error && [error.name, error.code, error.errno, error.syscall, error.hostname, error.message], ...rest);
};
const attempt = (name, body) => {
  try {
    body();
    console.log(name, 'did not throw');
  } catch (error) {
    console.log(name, error.name, error.code, error.message.split('\n')[0]);
  }
};

attempt('no callback', () => dns.lookup('localhost'));
attempt('callback', () => dns.lookup('localhost', {}, 5));
attempt('name', () => dns.lookup(5, () => {}));
attempt('nothing', () => dns.lookup('', () => {}));
dns.promises.lookup(null).catch((error) => console.log('null', error.code));
attempt('family', () => dns.lookup('localhost', 5, () => {}));
attempt('options', () => dns.lookup('localhost', 'x', () => {}));
attempt('hints', () => dns.lookup('localhost', { hints: 1 }, () => {}));
attempt('all', () => dns.lookup('localhost', { all: 1 }, () => {}));
attempt('order', () => dns.setDefaultResultOrder('first'));
console.log(dns.getDefaultResultOrder(), dns.ADDRCONFIG, dns.ALL, dns.V4MAPPED, dns.NOTFOUND);

const steps = [
  (next) => dns.lookup('127.0.0.1', (...args) => { show('address')(...args); next(); }),
  (next) => dns.lookup('::1', { all: true }, (...args) => { show('all of an address')(...args); next(); }),
  (next) => dns.lookup('localhost', 4, (...args) => { show('localhost')(...args); next(); }),
  (next) => dns.lookup('localhost', { family: 4, all: true }, (...args) => { show('all of localhost')(...args); next(); }),
  (next) => util.promisify(dns.lookup)('localhost', 4).then((found) => { console.log('promisified', found); next(); }),
  (next) => dns.promises.lookup('127.0.0.1').then((found) => { console.log('promise', found); next(); }),
  (next) => dns.lookup('a name with spaces', (error, ...rest) => { show('no name')(error, ...rest); next(); }),
];
console.log('before');
(function run() {
  const step = steps.shift();
  if (step) step(run);
})();
process.nextTick(() => console.log('tick'));
