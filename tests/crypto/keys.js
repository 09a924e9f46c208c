// Keys: made, written and read in all forms, compared, described, and what is refused.
'use strict';
const crypto = require('crypto');
const { inspect } = require('util');

function attempt(label, body) {
  try {
    console.log(label, body());
  } catch (error) {
    console.log(label, error.name, error.code, error.message, error.library, error.reason);
  }
}

const pairs = {
  'rsa': crypto.generateKeyPairSync('rsa', { modulusLength: 2048 }),
  'rsa-pss': crypto.generateKeyPairSync('rsa-pss', { modulusLength: 1024, hashAlgorithm: 'sha256', saltLength: 16 }),
  'ec': crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  'secp256k1': crypto.generateKeyPairSync('ec', { namedCurve: 'secp256k1' }),
  'ed25519': crypto.generateKeyPairSync('ed25519'),
  'ed448': crypto.generateKeyPairSync('ed448'),
  'x25519': crypto.generateKeyPairSync('x25519'),
  'x448': crypto.generateKeyPairSync('x448'),
  'dsa': crypto.generateKeyPairSync('dsa', { modulusLength: 1024 }),
  'dh': crypto.generateKeyPairSync('dh', { group: 'modp5' }),
};
for (const [name, { publicKey, privateKey }] of Object.entries(pairs)) {
  console.log(name, publicKey, privateKey.asymmetricKeyType, name === 'dh' || privateKey.asymmetricKeyDetails);
  const forms = { public: ['spki', 'pkcs1'], private: ['pkcs8', 'pkcs1', 'sec1'] };
  for (const key of [publicKey, privateKey]) {
    const read = key.type === 'public' ? crypto.createPublicKey : crypto.createPrivateKey;
    for (const type of forms[key.type]) {
      for (const format of ['pem', 'der']) {
        attempt(`${name} ${key.type} ${type} ${format}`, () => {
          const data = key.export({ type, format });
          return [typeof data === 'string' ? data.split('\n')[0] : Buffer.isBuffer(data), read({ key: data, type, format }).equals(key)];
        });
      }
    }
    attempt(`${name} ${key.type} jwk`, () => {
      const jwk = key.export({ format: 'jwk' });
      return [Object.keys(jwk), jwk.kty, jwk.crv, read({ key: jwk, format: 'jwk' }).equals(key)];
    });
  }
  attempt(`${name} public of private`, () => crypto.createPublicKey(privateKey).equals(publicKey));
  attempt(`${name} encrypted`, () => {
    const options = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' };
    const pem = privateKey.export(options);
    return [pem.split('\n')[0], crypto.createPrivateKey({ key: pem, passphrase: 'secret' }).equals(privateKey)];
  });
}

const { rsa, ec, ed25519 } = pairs;
const encrypted = (type, format) => rsa.privateKey.export({ type, format, cipher: 'aes-128-cbc', passphrase: 'x' });
attempt('traditional', () => [encrypted('pkcs1', 'pem').split('\n').slice(0, 2),
                              crypto.createPrivateKey({ key: encrypted('pkcs1', 'pem'), passphrase: 'x' }).equals(rsa.privateKey)]);
attempt('no passphrase', () => crypto.createPrivateKey(encrypted('pkcs8', 'pem')));
attempt('no passphrase, traditional', () => crypto.createPrivateKey(encrypted('pkcs1', 'pem')));
attempt('no passphrase, der', () => crypto.createPrivateKey({ key: encrypted('pkcs8', 'der'), format: 'der', type: 'pkcs8' }));
attempt('garbage public', () => crypto.createPublicKey('garbage'));
attempt('garbage private', () => crypto.createPrivateKey('garbage'));
attempt('public of public', () => crypto.createPublicKey(rsa.publicKey));
attempt('private of private', () => crypto.createPrivateKey(rsa.privateKey));
attempt('number', () => crypto.createPrivateKey(5));
attempt('number inside', () => crypto.createPrivateKey({ key: 5 }));
attempt('der without type', () => crypto.createPrivateKey({ key: 'x', format: 'der' }));
attempt('format', () => crypto.createPrivateKey({ key: 'x', format: 'zz' }));
attempt('jwk type', () => crypto.createPrivateKey({ key: { kty: 'x' }, format: 'jwk' }));
attempt('jwk ec', () => crypto.createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: 'a', y: 'b' }, format: 'jwk' }));
attempt('jwk rsa', () => crypto.createPublicKey({ key: { kty: 'RSA' }, format: 'jwk' }));
attempt('export nothing', () => rsa.privateKey.export());
attempt('export no type', () => rsa.privateKey.export({ format: 'pem' }));
attempt('export sec1', () => rsa.privateKey.export({ format: 'pem', type: 'sec1' }));
attempt('export format', () => rsa.publicKey.export({ format: 'x', type: 'spki' }));
attempt('export cipher', () => rsa.privateKey.export({ format: 'pem', type: 'pkcs8', cipher: 'xyzzy', passphrase: 'a' }));
attempt('export no passphrase', () => rsa.privateKey.export({ format: 'pem', type: 'pkcs8', cipher: 'aes-128-cbc' }));
attempt('export der pkcs1', () => rsa.privateKey.export({ format: 'der', type: 'pkcs1', cipher: 'aes-128-cbc', passphrase: 'x' }));

const secret = crypto.createSecretKey(Buffer.from('00010203', 'hex'));
attempt('secret', () => [secret, secret.symmetricKeySize, secret.export(), secret.export({ format: 'jwk' }), secret.type]);
attempt('secret equals', () => [secret.equals(crypto.createSecretKey('00010203', 'hex')), secret.equals(rsa.publicKey)]);
attempt('secret is not printed', () => inspect(secret, { showHidden: true, depth: 9 }).includes('00010203'));
attempt('secret number', () => crypto.createSecretKey(5));
attempt('secret hmac', () => crypto.createHmac('sha1', secret).update('a').digest('hex'));
attempt('public hmac', () => crypto.createHmac('sha1', rsa.publicKey));
attempt('equals what', () => secret.equals(5));
attempt('constructor', () => new crypto.KeyObject('secret', {}));
attempt('constructor type', () => new crypto.KeyObject('x', {}));
attempt('from', () => crypto.KeyObject.from(5));
for (const args of [['aes', { length: 128 }], ['hmac', { length: 64 }], ['aes', { length: 5 }], ['hmac', { length: 5 }], ['x', { length: 5 }]]) {
  attempt(`generate ${args[0]}`, () => crypto.generateKeySync(...args).symmetricKeySize);
}
attempt('pair what', () => crypto.generateKeyPairSync('xyzzy'));
attempt('pair curve', () => crypto.generateKeyPairSync('ec', { namedCurve: 'xyzzy' }));
attempt('pair options', () => crypto.generateKeyPairSync('rsa'));
attempt('pair small', () => crypto.generateKeyPairSync('rsa', { modulusLength: 10 }));
attempt('pair written', () => {
  const { publicKey, privateKey } = crypto.generateKeyPairSync('ec', {
    namedCurve: 'P-384',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'sec1', format: 'der' },
  });
  return [publicKey.split('\n')[0], Buffer.isBuffer(privateKey)];
});
attempt('types', () => [require('util').types.isKeyObject(secret), require('util').types.isKeyObject({})]);
console.log(ec.publicKey.equals(ed25519.publicKey));

crypto.generateKeyPair('ed25519', (error, publicKey, privateKey) => {
  console.log('pair', error, publicKey.type, privateKey.type);
  crypto.generateKey('hmac', { length: 128 }, (error, key) => console.log('key', error, key.symmetricKeySize));
  require('util').promisify(crypto.generateKeyPair)('x25519').then((keys) => console.log(Object.keys(keys)));
});
