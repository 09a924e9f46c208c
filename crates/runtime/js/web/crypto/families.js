// Which file has an algorithm of Web Cryptography.
'use strict';

const families = {
  '__proto__': null,
  'AES-CBC': 'aes', 'AES-CTR': 'aes', 'AES-GCM': 'aes', 'AES-KW': 'aes', 'ChaCha20-Poly1305': 'aes', 'HMAC': 'hmac',
  'RSASSA-PKCS1-v1_5': 'rsa', 'RSA-PSS': 'rsa', 'RSA-OAEP': 'rsa', 'ECDSA': 'curves', 'ECDH': 'curves', 'Ed25519': 'curves',
  'Ed448': 'curves', 'X25519': 'curves', 'X448': 'curves', 'HKDF': 'derivation', 'PBKDF2': 'derivation',
  'ML-DSA-44': 'post_quantum', 'ML-DSA-65': 'post_quantum', 'ML-DSA-87': 'post_quantum', 'ML-KEM-512': 'post_quantum',
  'ML-KEM-768': 'post_quantum', 'ML-KEM-1024': 'post_quantum',
};
const family = (name) => require(`web/crypto/${families[name]}`);
const symmetric = { __proto__: null, aes: true, hmac: true, derivation: true };
const isSymmetric = (name) => symmetric[families[name]] === true;
const isPostQuantum = (name) => families[name] === 'post_quantum';

module.exports = { family, isPostQuantum, isSymmetric };
