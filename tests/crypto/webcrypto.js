// Web Cryptography: every family of algorithms there and back, and the errors of the standard.
'use strict';
const { subtle } = globalThis.crypto;

async function attempt(label, body) {
  try {
    console.log(label, await body());
  } catch (error) {
    console.log(label, error.constructor.name, error.name, error.code, error.message);
  }
}

const data = new TextEncoder().encode('some data that is longer than a block');
const bytes = (length) => Uint8Array.from({ length }, (_, index) => index);
const text = (buffer) => new TextDecoder().decode(buffer);
const hex = (buffer) => Buffer.from(buffer).toString('hex');

async function ciphers() {
  for (const [algorithm, length] of [
    [{ name: 'AES-CBC', iv: bytes(16) }, 16], [{ name: 'AES-CTR', counter: new Uint8Array(16).fill(255), length: 64 }, 32],
    [{ name: 'AES-GCM', iv: bytes(12) }, 24], [{ name: 'AES-GCM', iv: bytes(12), additionalData: data, tagLength: 96 }, 16],
  ]) {
    await attempt(algorithm.name, async () => {
      const key = await subtle.importKey('raw', bytes(length), algorithm.name, true, ['encrypt', 'decrypt']);
      const sealed = await subtle.encrypt(algorithm, key, data);
      const jwk = await subtle.exportKey('jwk', key);
      return [hex(sealed), text(await subtle.decrypt(algorithm, key, sealed)), jwk, key];
    });
  }
  const key = await subtle.generateKey({ name: 'AES-GCM', length: 128 }, true, ['encrypt', 'decrypt']);
  const hidden = await subtle.generateKey({ name: 'AES-CBC', length: 128 }, false, ['encrypt']);
  const iv = bytes(12);
  await attempt('mismatch', () => subtle.encrypt({ name: 'AES-CBC', iv: bytes(16) }, key, data));
  await attempt('usage', () => subtle.decrypt({ name: 'AES-CBC', iv: bytes(16) }, hidden, data));
  await attempt('no iv', () => subtle.encrypt({ name: 'AES-GCM' }, key, data));
  await attempt('tag length', () => subtle.encrypt({ name: 'AES-GCM', iv, tagLength: 5 }, key, data));
  await attempt('iv length', () => subtle.encrypt({ name: 'AES-CBC', iv }, hidden, data));
  await attempt('not authentic', () => subtle.decrypt({ name: 'AES-GCM', iv }, key, data));
  await attempt('no key', () => subtle.encrypt({ name: 'AES-GCM', iv }, 5, data));
  await attempt('hidden', () => subtle.exportKey('raw', hidden));
  await attempt('format', () => subtle.exportKey('spki', key));
  await attempt('length', () => subtle.generateKey({ name: 'AES-GCM', length: 100 }, true, ['encrypt']));
  await attempt('no usages', () => subtle.generateKey({ name: 'AES-GCM', length: 128 }, true, []));
  await attempt('bad usage', () => subtle.generateKey({ name: 'AES-GCM', length: 128 }, true, ['sign']));
  await attempt('no such usage', () => subtle.generateKey({ name: 'AES-GCM', length: 128 }, true, ['x']));
  await attempt('not a list', () => subtle.generateKey({ name: 'AES-GCM', length: 128 }, true, 5));
  await attempt('key length', () => subtle.importKey('raw', bytes(15), 'AES-GCM', true, ['encrypt']));
  for (const more of [{}, { alg: 'x' }, { ext: false }, { key_ops: ['sign'] }, { use: 'sig' }, { kty: 'RSA' }]) {
    await attempt(`jwk ${Object.keys(more)}`, () => subtle.importKey(
      'jwk', { kty: 'oct', k: 'AAAAAAAAAAAAAAAAAAAAAA', ...more }, 'AES-GCM', true, ['encrypt']));
  }
  await attempt('wrap', async () => {
    const wrapping = await subtle.importKey('raw', bytes(16), 'AES-KW', true, ['wrapKey', 'unwrapKey']);
    const inner = await subtle.importKey('raw', bytes(32), 'AES-CBC', true, ['encrypt']);
    const results = [];
    for (const format of ['raw', 'jwk']) {
      const wrapped = await subtle.wrapKey(format, inner, wrapping, 'AES-KW');
      const unwrapped = await subtle.unwrapKey(format, wrapped, wrapping, 'AES-KW', 'AES-CBC', true, ['encrypt']);
      results.push(wrapped.byteLength, hex(await subtle.exportKey('raw', unwrapped)));
    }
    return results;
  });
}

async function signatures() {
  const publicExponent = new Uint8Array([1, 0, 1]);
  const rsa = { modulusLength: 2048, publicExponent, hash: 'SHA-256' };
  for (const [generation, operation] of [
    [{ name: 'HMAC', hash: 'SHA-256' }, 'HMAC'], [{ name: 'RSASSA-PKCS1-v1_5', ...rsa }, 'RSASSA-PKCS1-v1_5'],
    [{ name: 'RSA-PSS', ...rsa }, { name: 'RSA-PSS', saltLength: 20 }],
    [{ name: 'ECDSA', namedCurve: 'P-521' }, { name: 'ECDSA', hash: 'SHA-512' }], ['Ed25519', 'Ed25519'],
  ]) {
    await attempt(generation.name ?? generation, async () => {
      const made = await subtle.generateKey(generation, true, ['sign', 'verify']);
      const [own, open] = [made.privateKey ?? made, made.publicKey ?? made];
      const signature = await subtle.sign(operation, own, data);
      const results = [signature.byteLength, await subtle.verify(operation, open, signature, data),
                       await subtle.verify(operation, open, signature, data.subarray(1)), own.algorithm, own.usages, open.usages];
      for (const [format, key] of [['jwk', own], ['jwk', open], ['pkcs8', own], ['spki', open], ['raw', open]]) {
        try {
          const written = await subtle.exportKey(format, key);
          const read = await subtle.importKey(format, written, generation.name ? generation : { name: generation }, true, key.usages);
          results.push(format, read.type, format === 'jwk' ? Object.keys(written).join() : '');
        } catch (error) {
          results.push(format, error.message);
        }
      }
      return results;
    });
  }
  await attempt('hmac known', async () => {
    const key = await subtle.importKey('raw', bytes(8), { name: 'HMAC', hash: 'SHA-1' }, false, ['sign']);
    return hex(await subtle.sign('HMAC', key, data));
  });
  await attempt('hmac length', () => subtle.importKey('raw', bytes(4), { name: 'HMAC', hash: 'SHA-1', length: 40 }, true, ['sign']));
  await attempt('oaep', async () => {
    const { publicKey, privateKey } = await subtle.generateKey({ name: 'RSA-OAEP', ...rsa }, true, ['encrypt', 'decrypt']);
    return text(await subtle.decrypt('RSA-OAEP', privateKey, await subtle.encrypt('RSA-OAEP', publicKey, data)));
  });
  await attempt('exponent', () => subtle.generateKey({ name: 'RSA-PSS', ...rsa, publicExponent: new Uint8Array([2]) }, true, ['sign']));
  await attempt('curve', () => subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-1' }, true, ['sign']));
  await attempt('no private usage', () => subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['verify']));
  await attempt('not a key', () => subtle.importKey('spki', data, { name: 'ECDSA', namedCurve: 'P-256' }, true, ['verify']));
  await attempt('not a point', () => subtle.importKey('raw', data, { name: 'ECDSA', namedCurve: 'P-256' }, true, ['verify']));
  await attempt('rsa raw', () => subtle.importKey('raw', data, { name: 'RSA-PSS', hash: 'SHA-1' }, true, ['verify']));
}

async function derivations() {
  for (const name of ['PBKDF2', 'HKDF']) {
    const algorithm = { name, hash: 'SHA-256', salt: bytes(8), iterations: 10, info: bytes(3) };
    const key = await subtle.importKey('raw', bytes(16), name, false, ['deriveBits', 'deriveKey']);
    await attempt(name, async () => hex(await subtle.deriveBits(algorithm, key, 256)));
    await attempt(`${name} key`, async () => {
      const derived = await subtle.deriveKey(algorithm, key, { name: 'AES-GCM', length: 256 }, true, ['encrypt']);
      return [derived.algorithm, hex(await subtle.exportKey('raw', derived))];
    });
    await attempt(`${name} hmac`, async () => {
      const derived = await subtle.deriveKey(algorithm, key, { name: 'HMAC', hash: 'SHA-384' }, true, ['sign']);
      return derived.algorithm;
    });
    await attempt(`${name} null`, () => subtle.deriveBits(algorithm, key, null));
    await attempt(`${name} odd`, () => subtle.deriveBits(algorithm, key, 12));
    await attempt(`${name} extractable`, () => subtle.importKey('raw', bytes(16), name, true, ['deriveBits']));
    await attempt(`${name} missing`, () => subtle.deriveBits({ name }, key, 8));
  }
  for (const algorithm of [{ name: 'ECDH', namedCurve: 'P-256' }, { name: 'X25519' }]) {
    const { name } = algorithm;
    const alice = await subtle.generateKey(algorithm, true, ['deriveBits']);
    const bob = await subtle.generateKey(algorithm, true, ['deriveBits']);
    const derive = (own, open, length) => subtle.deriveBits({ name, public: open.publicKey }, own.privateKey, length);
    await attempt(name, async () => hex(await derive(alice, bob)) === hex(await derive(bob, alice)));
    await attempt(`${name} part`, async () => (await derive(alice, bob, 13)).byteLength);
    await attempt(`${name} much`, () => derive(alice, bob, 10000));
    await attempt(`${name} private`, () => subtle.deriveBits({ name, public: bob.privateKey }, alice.privateKey, 8));
  }
}

(async () => {
  for (const name of ['SHA-1', 'sha-256', 'SHA-384', 'SHA-512']) await attempt(name, async () => hex(await subtle.digest(name, data)));
  await attempt('md5', () => subtle.digest('MD5', data));
  await attempt('no name', () => subtle.digest({}, data));
  await attempt('no data', () => subtle.digest('SHA-1'));
  await attempt('bad data', () => subtle.digest('SHA-1', 5));
  await attempt('receiver', () => subtle.digest.call({}, 'SHA-1', data));
  await attempt('constructor', () => new CryptoKey());
  await ciphers();
  await signatures();
  await derivations();
})();
