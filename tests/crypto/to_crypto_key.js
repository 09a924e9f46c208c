// KeyObject.prototype.toCryptoKey: keys of both interfaces, and what is refused.
'use strict';

const { createSecretKey, generateKeyPairSync, KeyObject } = require('crypto');

const attempt = (name, fn) => {
  try {
    console.log(name, fn());
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
};
const secret = createSecretKey(Buffer.alloc(32, 1));
console.log(Object.hasOwn(KeyObject.prototype, 'toCryptoKey'), KeyObject.prototype.toCryptoKey.length);
console.log(KeyObject.from(secret.toCryptoKey('AES-CBC', true, ['encrypt'])).equals(secret));

attempt('nothing', () => secret.toCryptoKey());
attempt('no usages', () => secret.toCryptoKey('AES-CBC', true));
attempt('usages that are text', () => secret.toCryptoKey('AES-CBC', true, 'encrypt'));
attempt('an unknown usage', () => secret.toCryptoKey('AES-CBC', true, ['encrypt', 'foo']));
attempt('another usage', () => secret.toCryptoKey('AES-CBC', true, ['sign']));
attempt('empty usages', () => secret.toCryptoKey('AES-CBC', true, []));
attempt('usages twice', () => secret.toCryptoKey('AES-GCM', 1, ['encrypt', 'encrypt']));
attempt('short', () => createSecretKey(Buffer.alloc(5)).toCryptoKey('AES-GCM', true, ['encrypt']));
attempt('hmac', () => secret.toCryptoKey({ name: 'HMAC', hash: 'SHA-256', length: 255 }, true, ['sign']));
attempt('hmac of another length', () => secret.toCryptoKey({ name: 'HMAC', hash: 'SHA-256', length: 200 }, true, ['sign']));
attempt('hkdf', () => secret.toCryptoKey('HKDF', false, ['deriveBits']));
attempt('hkdf to be shown', () => secret.toCryptoKey('HKDF', true, ['deriveBits']));
attempt('a pair of a secret', () => secret.toCryptoKey('Ed25519', true, ['sign']));
attempt('this', () => KeyObject.prototype.toCryptoKey.call({}, 'AES-CBC', true, ['encrypt']));

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
attempt('ec', () => ec.privateKey.toCryptoKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']));
attempt('ec public', () => ec.publicKey.toCryptoKey({ name: 'ECDH', namedCurve: 'P-256' }, true, []));
attempt('another curve', () => ec.publicKey.toCryptoKey({ name: 'ECDSA', namedCurve: 'P-384' }, true, ['verify']));
attempt('another kind', () => ec.publicKey.toCryptoKey('Ed25519', true, ['verify']));
attempt('a secret of a pair', () => ec.publicKey.toCryptoKey('AES-GCM', true, ['encrypt']));
const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 });
attempt('rsa', () => rsa.privateKey.toCryptoKey({ name: 'RSA-PSS', hash: 'SHA-256' }, true, ['sign']));
attempt('rsa public', () => rsa.publicKey.toCryptoKey({ name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['encrypt']));
attempt('private without usages', () => generateKeyPairSync('ed25519').privateKey.toCryptoKey('Ed25519', true, []));
