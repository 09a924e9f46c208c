// Random bytes, numbers, identifiers and primes: their shapes, their order in the loop, and what is refused.
'use strict';
const crypto = require('crypto');

function attempt(label, body) {
  try {
    console.log(label, body());
  } catch (error) {
    console.log(label, error.name, error.code, error.message);
  }
}

attempt('length', () => crypto.randomBytes(33).length);
attempt('none', () => crypto.randomBytes(0));
for (const size of [-1, 'a', 2 ** 31, NaN, undefined]) attempt(`size ${size}`, () => crypto.randomBytes(size));
attempt('fill', () => crypto.randomFillSync(Buffer.alloc(5), 5));
attempt('fill what', () => crypto.randomFillSync('a'));
attempt('offset', () => crypto.randomFillSync(Buffer.alloc(5), 6));
attempt('size', () => crypto.randomFillSync(Buffer.alloc(5), 1, 6));
attempt('negative', () => crypto.randomFillSync(Buffer.alloc(5), -1));
attempt('elements', () => crypto.randomFillSync(new Uint16Array(5), 2, 4));
attempt('same', () => {
  const buffer = new ArrayBuffer(4);
  return crypto.randomFillSync(buffer) === buffer;
});
attempt('rest is left', () => crypto.randomFillSync(Buffer.alloc(40), 38).subarray(0, 38).every((byte) => byte === 0));
attempt('no callback', () => crypto.randomFill(Buffer.alloc(5)));
for (const args of [['a'], [0], [5, 5], [0, 2 ** 49], [2 ** 49], [0.5, 3], [3, 'a'], [1, 2, 3]]) {
  attempt(`int ${args}`, () => crypto.randomInt(...args));
}
attempt('in range', () => Array.from({ length: 1000 }, () => crypto.randomInt(-3, 4)).every((n) => n >= -3 && n < 4));
attempt('uuid', () => /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(crypto.randomUUID()));
attempt('uuid fresh', () => crypto.randomUUID({ disableEntropyCache: true }).length);
attempt('uuids differ', () => new Set(Array.from({ length: 1000 }, () => crypto.randomUUID())).size);
attempt('uuid options', () => crypto.randomUUID(1));
attempt('uuid option', () => crypto.randomUUID({ disableEntropyCache: 1 }));
attempt('prime', () => crypto.checkPrimeSync(crypto.generatePrimeSync(64)));
attempt('prime bigint', () => {
  const prime = crypto.generatePrimeSync(32, { bigint: true, add: 12n, rem: 11n });
  return [typeof prime, prime % 12n, crypto.checkPrimeSync(prime)];
});
attempt('prime length', () => crypto.generatePrimeSync(65).byteLength);
attempt('not prime', () => crypto.checkPrimeSync(91n));
attempt('prime size', () => crypto.generatePrimeSync(0));
attempt('prime add', () => crypto.generatePrimeSync(8, { add: 1000n }));
attempt('prime rem', () => crypto.generatePrimeSync(8, { add: 6n, rem: 7n }));
attempt('prime what', () => crypto.checkPrimeSync('7'));
attempt('web', () => globalThis.crypto.getRandomValues(new Uint8Array(3)).length);
attempt('web floats', () => globalThis.crypto.getRandomValues(new Float32Array(3)));
attempt('web much', () => globalThis.crypto.getRandomValues(new Uint8Array(65537)));
attempt('web receiver', () => globalThis.crypto.getRandomValues.call({}, new Uint8Array(3)));

crypto.randomBytes(3, (error, bytes) => {
  console.log('bytes', error, bytes.length);
  Promise.resolve().then(() => console.log('microtask after bytes'));
  crypto.randomFill(new Uint8Array(9), 3, (error, filled) => {
    console.log('filled', error, filled.slice(0, 3));
    crypto.randomInt(3, (error, number) => console.log('int', error, number < 3));
    crypto.checkPrime(7n, (error, answer) => console.log('check', error, answer));
    process.nextTick(() => console.log('tick'));
  });
});
