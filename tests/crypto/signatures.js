// Signatures with all kinds of keys, RSA as a cipher, exchanges of keys, and what is refused.
'use strict';
const crypto = require('crypto');

function attempt(label, body) {
  try {
    console.log(label, body());
  } catch (error) {
    console.log(label, error.name, error.code, error.message, error.library, error.reason);
  }
}

const data = Buffer.from('some data');
const other = Buffer.from('other data');
const rsa = crypto.generateKeyPairSync('rsa', { modulusLength: 2048 });
const pss = crypto.generateKeyPairSync('rsa-pss', { modulusLength: 2048 });
const ec = crypto.generateKeyPairSync('ec', { namedCurve: 'P-384' });
const dsa = crypto.generateKeyPairSync('dsa', { modulusLength: 1024 });
const ed = crypto.generateKeyPairSync('ed25519');
const ed448 = crypto.generateKeyPairSync('ed448');
const { RSA_PKCS1_PSS_PADDING, RSA_PKCS1_PADDING } = crypto.constants;

for (const [name, pair, digest, options] of [
  ['rsa', rsa, 'sha256'], ['rsa pss', rsa, 'sha256', { padding: RSA_PKCS1_PSS_PADDING, saltLength: 20 }], ['rsa-pss', pss, 'sha512'],
  ['ec', ec, 'sha384'], ['ec p1363', ec, 'sha256', { dsaEncoding: 'ieee-p1363' }], ['dsa', dsa, 'sha1'],
  ['dsa p1363', dsa, 'sha1', { dsaEncoding: 'ieee-p1363' }], ['ed25519', ed, null], ['ed448', ed448, null],
]) {
  const privateKey = { key: pair.privateKey, ...options };
  const publicKey = { key: pair.publicKey, ...options };
  attempt(name, () => {
    const signature = crypto.sign(digest, data, privateKey);
    const length = name === 'ec' || name === 'dsa' ? '' : signature.length;
    return [length, crypto.verify(digest, data, publicKey, signature), crypto.verify(digest, other, publicKey, signature),
            crypto.verify(digest, data, publicKey, signature.subarray(1))];
  });
  attempt(`${name} in steps`, () => {
    const signature = crypto.createSign(digest ?? 'sha256').update('some ').update('data').sign(privateKey, 'hex');
    const verify = (text) => crypto.createVerify(digest ?? 'sha256').update(text).verify(publicKey, signature, 'hex');
    return [verify(data), verify(other)];
  });
}
attempt('pkcs1 is deterministic', () => crypto.sign('sha256', data, rsa.privateKey).equals(
  crypto.createSign('RSA-SHA256').update(data).sign({ key: rsa.privateKey, padding: RSA_PKCS1_PADDING })));
attempt('from text', () => crypto.verify('sha256', data, rsa.publicKey.export({ type: 'spki', format: 'pem' }),
                                         crypto.sign('sha256', data, rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }))));
attempt('stream', () => {
  const sign = crypto.createSign('sha256');
  sign.write('some ');
  sign.end('data');
  return crypto.verify('sha256', data, rsa.publicKey, sign.sign(rsa.privateKey));
});
attempt('digest', () => crypto.createSign('xyzzy'));
attempt('public', () => crypto.createSign('sha256').update('a').sign(rsa.publicKey));
attempt('no key', () => crypto.createSign('sha256').update('a').sign());
attempt('garbage', () => crypto.createVerify('sha256').update('a').verify('garbage', 'x'));
attempt('one-shot key', () => crypto.sign('sha256', data, 5));
attempt('one-shot digest', () => crypto.sign('xyzzy', data, rsa.privateKey));
attempt('encoding', () => crypto.sign('sha256', data, { key: ec.privateKey, dsaEncoding: 'x' }));
attempt('ed with digest', () => crypto.sign('sha256', data, ed.privateKey));
attempt('padding', () => crypto.sign('sha256', data, { key: rsa.privateKey, padding: 99 }));
attempt('signature', () => crypto.createVerify('sha256').update('a').verify(rsa.publicKey, 5));

attempt('oaep', () => crypto.privateDecrypt(rsa.privateKey, crypto.publicEncrypt(rsa.publicKey, data)).toString());
attempt('oaep options', () => {
  const options = { oaepHash: 'sha256', oaepLabel: Buffer.from('label') };
  return crypto.privateDecrypt({ key: rsa.privateKey, ...options }, crypto.publicEncrypt({ key: rsa.publicKey, ...options }, data)).toString();
});
attempt('private first', () => crypto.publicDecrypt(rsa.publicKey, crypto.privateEncrypt(rsa.privateKey, data)).toString());
attempt('too much', () => crypto.publicEncrypt(rsa.publicKey, Buffer.alloc(300)));
attempt('not encrypted', () => crypto.privateDecrypt(rsa.privateKey, Buffer.alloc(256)));
attempt('oaep digest', () => crypto.publicEncrypt({ key: rsa.publicKey, oaepHash: 'xyzzy' }, data));

attempt('dh', () => {
  const alice = crypto.getDiffieHellman('modp14');
  const bob = crypto.createDiffieHellman(alice.getPrime(), alice.getGenerator());
  alice.generateKeys();
  bob.generateKeys();
  return [alice.computeSecret(bob.getPublicKey()).equals(bob.computeSecret(alice.getPublicKey())), alice.getPrime('hex').length, alice.verifyError];
});
attempt('dh number', () => crypto.createDiffieHellman(1));
attempt('dh what', () => crypto.createDiffieHellman({}));
attempt('dh group', () => crypto.getDiffieHellman('xyzzy'));
attempt('dh no key', () => crypto.getDiffieHellman('modp14').getPublicKey());
attempt('dh small', () => {
  const dh = crypto.getDiffieHellman('modp14');
  dh.generateKeys();
  dh.computeSecret(Buffer.from([0]));
});
attempt('ecdh', () => {
  const [alice, bob] = [crypto.createECDH('secp256k1'), crypto.createECDH('secp256k1')];
  alice.setPrivateKey(crypto.hash('sha256', 'alice', 'buffer'));
  bob.setPrivateKey(crypto.hash('sha256', 'bob', 'buffer'));
  return [alice.computeSecret(bob.getPublicKey(), null, 'hex'), bob.computeSecret(alice.getPublicKey('hex', 'compressed'), 'hex', 'hex'),
          alice.getPublicKey('hex', 'hybrid'), crypto.ECDH.convertKey(bob.getPublicKey(), 'secp256k1', undefined, 'hex', 'compressed')];
});
attempt('ecdh curve', () => crypto.createECDH('xyzzy'));
attempt('ecdh no keys', () => crypto.createECDH('prime256v1').getPublicKey());
attempt('ecdh zero', () => crypto.createECDH('prime256v1').setPrivateKey(Buffer.alloc(32)));
attempt('ecdh point', () => {
  const ecdh = crypto.createECDH('prime256v1');
  ecdh.generateKeys();
  ecdh.computeSecret('abc');
});
attempt('ecdh format', () => crypto.createECDH('prime256v1').generateKeys('hex', 'xyzzy'));
attempt('agree', () => {
  const [alice, bob] = [crypto.generateKeyPairSync('x25519'), crypto.generateKeyPairSync('x25519')];
  const secret = crypto.diffieHellman({ privateKey: alice.privateKey, publicKey: bob.publicKey });
  return [secret.length, secret.equals(crypto.diffieHellman({ privateKey: bob.privateKey, publicKey: alice.publicKey }))];
});
attempt('agree kinds', () => crypto.diffieHellman({ privateKey: ec.privateKey, publicKey: rsa.publicKey }));
attempt('agree rsa', () => crypto.diffieHellman({ privateKey: rsa.privateKey, publicKey: rsa.publicKey }));
attempt('agree nothing', () => crypto.diffieHellman({}));
attempt('agree public', () => crypto.diffieHellman({ privateKey: ec.publicKey, publicKey: ec.publicKey }));

crypto.sign('sha256', data, rsa.privateKey, (error, signature) => {
  console.log('signed', error, signature.length);
  crypto.verify('sha256', data, rsa.publicKey, signature, (error, answer) => {
    console.log('verified', error, answer);
    crypto.sign('sha256', data, { key: rsa.privateKey, padding: 99 }, (error) => console.log(error.code));
  });
});
