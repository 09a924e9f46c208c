// Keys as their bytes alone, contexts of signatures that have none, and secrets that are made for the owner of a key of RSA.
'use strict';
const crypto = require('crypto');

const show = (name, body) => {
  try {
    const value = body();
    console.log(name, Buffer.isBuffer(value) ? value.length : value);
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
};

for (const [kind, options] of [['ed25519'], ['ed448'], ['x25519'], ['x448'], ['ec', { namedCurve: 'P-384' }], ['rsa', { modulusLength: 1024 }]]) {
  const { publicKey, privateKey } = crypto.generateKeyPairSync(kind, options);
  for (const format of ['raw-public', 'raw-private', 'raw-seed', 'raw-key']) {
    show(`${kind} public ${format}`, () => publicKey.export({ format }));
    show(`${kind} private ${format}`, () => privateKey.export({ format }));
  }
  const how = { asymmetricKeyType: kind, namedCurve: 'P-384' };
  show(`${kind} public back`, () => crypto.createPublicKey({ key: publicKey.export({ format: 'raw-public' }), format: 'raw-public', ...how }).equals(publicKey));
  show(`${kind} private back`, () => {
    const key = privateKey.export({ format: 'raw-private' });
    const back = crypto.createPrivateKey({ key, format: 'raw-private', ...how });
    return [back.equals(privateKey), crypto.createPublicKey({ key, format: 'raw-private', ...how }).equals(publicKey)];
  });
  show(`${kind} too short`, () => crypto.createPublicKey({ key: Buffer.alloc(5), format: 'raw-public', ...how }));
}

const curve = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' });
const compressed = curve.publicKey.export({ format: 'raw-public', type: 'compressed' });
const onCurve = { format: 'raw-public', asymmetricKeyType: 'ec' };
show('compressed', () => compressed);
show('compressed back', () => crypto.createPublicKey({ key: compressed, ...onCurve, namedCurve: 'P-256' }).equals(curve.publicKey));
show('hybrid', () => curve.publicKey.export({ format: 'raw-public', type: 'hybrid' }));
show('no curve', () => crypto.createPublicKey({ key: compressed, ...onCurve }));
show('unknown curve', () => crypto.createPublicKey({ key: compressed, ...onCurve, namedCurve: 'P-25' }));
show('another curve', () => crypto.createPublicKey({ key: compressed, ...onCurve, namedCurve: 'P-384' }));

const edwards = crypto.generateKeyPairSync('ed25519', { publicKeyEncoding: { format: 'raw-public' }, privateKeyEncoding: { format: 'raw-private' } });
const own = { key: edwards.privateKey, format: 'raw-private', asymmetricKeyType: 'ed25519' };
show('signed with bytes', () => crypto.sign(null, 'message', own));
show('verified with bytes', () => crypto.verify(null, 'message', { ...own, key: edwards.publicKey, format: 'raw-public' }, crypto.sign(null, 'message', own)));
show('no type', () => crypto.createPublicKey({ key: edwards.publicKey, format: 'raw-public' }));
show('unknown type', () => crypto.createPublicKey({ key: edwards.publicKey, format: 'raw-public', asymmetricKeyType: 'none' }));
show('public for private', () => crypto.createPrivateKey({ ...own, format: 'raw-public' }));
show('text', () => crypto.createPrivateKey({ ...own, key: 'text' }));
show('encrypted', () => crypto.createPrivateKey(own).export({ format: 'raw-private', cipher: 'aes-128-cbc', passphrase: 'x' }));

const { publicKey, privateKey } = crypto.generateKeyPairSync('rsa', { modulusLength: 2048 });
show('a context that is none', () => crypto.sign('sha256', 'message', { key: privateKey, context: 'text' }));
show('a context that is long', () => crypto.sign('sha256', 'message', { key: privateKey, context: Buffer.alloc(256) }));
show('a context for RSA', () => crypto.sign('sha256', 'message', { key: privateKey, context: Buffer.alloc(2) }));

const { sharedKey, ciphertext } = crypto.encapsulate(publicKey);
console.log(sharedKey.length, ciphertext.length, crypto.decapsulate(privateKey, ciphertext).equals(sharedKey));
show('for nobody', () => crypto.encapsulate(edwards.publicKey));
show('for a key that only signs', () => crypto.encapsulate(crypto.generateKeyPairSync('dsa', { modulusLength: 1024 }).publicKey));
show('with the public key', () => crypto.decapsulate(publicKey, ciphertext));
show('nothing', () => crypto.encapsulate());
show('no ciphertext', () => crypto.decapsulate(privateKey));
show('no function', () => crypto.encapsulate(publicKey, 1));
crypto.encapsulate(publicKey, (error, made) => {
  console.log(error, Object.keys(made));
  crypto.decapsulate(privateKey, made.ciphertext, (failure, secret) => {
    console.log(failure, secret.equals(made.sharedKey));
    crypto.decapsulate(privateKey, Buffer.alloc(3), (refusal, nothing) => console.log(refusal.code, refusal.message, nothing));
  });
});
