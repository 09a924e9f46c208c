// Keys from passwords and other keys, at once and on the pool, and what is refused.
'use strict';
const crypto = require('crypto');

function attempt(label, body) {
  try {
    console.log(label, body());
  } catch (error) {
    console.log(label, error.name, error.code, error.message);
  }
}

attempt('pbkdf2', () => crypto.pbkdf2Sync('password', 'salt', 1000, 32, 'sha256').toString('hex'));
attempt('pbkdf2 views', () => crypto.pbkdf2Sync(new Uint16Array([1]), new ArrayBuffer(4), 1, 8, 'sha1').toString('hex'));
attempt('iterations', () => crypto.pbkdf2Sync('p', 's', 0, 10, 'sha1'));
attempt('length', () => crypto.pbkdf2Sync('p', 's', 1, -1, 'sha1'));
attempt('no length', () => crypto.pbkdf2Sync('p', 's', 1, 0, 'sha1'));
attempt('digest', () => crypto.pbkdf2Sync('p', 's', 1, 10, 'xyzzy'));
attempt('no digest', () => crypto.pbkdf2Sync('p', 's', 1, 10));
attempt('password', () => crypto.pbkdf2Sync(1, 's', 1, 10, 'sha1'));
attempt('no callback', () => crypto.pbkdf2('p', 's', 1, 10, 'sha1'));
attempt('digest, callback', () => crypto.pbkdf2('p', 's', 1, 10, 'xyzzy', () => {}));

attempt('scrypt', () => crypto.scryptSync('password', 'salt', 32).toString('hex'));
attempt('scrypt costs', () => crypto.scryptSync('password', 'salt', 16, { cost: 1024, blockSize: 4, parallelization: 2 }).toString('hex'));
attempt('scrypt none', () => crypto.scryptSync('p', 's', 0));
attempt('scrypt N', () => crypto.scryptSync('p', 's', 1, { N: 3 }));
attempt('scrypt memory', () => crypto.scryptSync('p', 's', 1, { N: 2 ** 20 }));
attempt('scrypt memory, callback', () => crypto.scrypt('p', 's', 1, { N: 2 ** 20 }, () => {}));
attempt('scrypt both', () => crypto.scryptSync('p', 's', 1, { N: 16, cost: 16 }));
attempt('scrypt type', () => crypto.scryptSync('p', 's', 1, { N: 'a' }));
attempt('scrypt maxmem', () => crypto.scryptSync('p', 's', 1, { maxmem: -1 }));

attempt('hkdf', () => Buffer.from(crypto.hkdfSync('sha256', 'key', 'salt', 'info', 42)).toString('hex'));
attempt('hkdf no salt', () => Buffer.from(crypto.hkdfSync('sha256', 'key', '', '', 16)).toString('hex'));
attempt('hkdf digest', () => crypto.hkdfSync('xyzzy', 'k', 's', 'i', 10));
attempt('hkdf length', () => crypto.hkdfSync('sha1', 'k', 's', 'i', -10));
attempt('hkdf long', () => crypto.hkdfSync('sha1', 'k', 's', 'i', 2 ** 13));
attempt('hkdf info', () => crypto.hkdfSync('sha1', 'k', 's', Buffer.alloc(1025), 2));
attempt('hkdf key', () => crypto.hkdfSync('sha1', 1, 's', 'i', 2));

attempt('argon2 message', () => crypto.argon2Sync('argon2id', {}));
attempt('argon2 name', () => crypto.argon2Sync('xyzzy', { message: 'a' }));

crypto.pbkdf2('password', 'salt', 1000, 32, 'sha256', (error, key) => {
  console.log('pbkdf2', error, key.toString('hex'));
  process.nextTick(() => console.log('tick'));
  setImmediate(() => console.log('immediate'));
  crypto.scrypt('password', 'salt', 32, (error, key) => {
    console.log('scrypt', error, key.toString('hex'));
    crypto.hkdf('sha256', 'key', 'salt', 'info', 42, (error, key) => console.log('hkdf', error, key));
  });
});
