// Cryptography in JavaScript: digests, ciphers, keys, certificates and the same from OpenSSL.
const crypto = require('crypto');
const forge = require('node-forge');

console.log(forge.md.sha256.create().update('text').digest().toHex() === crypto.createHash('sha256').update('text').digest('hex'));
const hmac = forge.hmac.create();
hmac.start('sha1', 'key');
hmac.update('text');
console.log(hmac.digest().toHex() === crypto.createHmac('sha1', 'key').update('text').digest('hex'));
const key = forge.util.createBuffer(Buffer.alloc(16, 1).toString('binary'));
const cipher = forge.cipher.createCipher('AES-GCM', key);
cipher.start({ iv: 'i'.repeat(12) });
cipher.update(forge.util.createBuffer('plain text'));
cipher.finish();
const decipher = crypto.createDecipheriv('aes-128-gcm', Buffer.alloc(16, 1), 'i'.repeat(12));
decipher.setAuthTag(Buffer.from(cipher.mode.tag.toHex(), 'hex'));
console.log(decipher.update(cipher.output.toHex(), 'hex', 'utf8') + decipher.final('utf8'));
console.log(forge.pkcs5.pbkdf2('password', 'salt', 10, 20) === crypto.pbkdf2Sync('password', 'salt', 10, 20, 'sha1').toString('binary'));

const { privateKey } = crypto.generateKeyPairSync('rsa', { modulusLength: 1024, privateKeyEncoding: { type: 'pkcs1', format: 'pem' }, publicKeyEncoding: { type: 'spki', format: 'pem' } });
const keys = { privateKey: forge.pki.privateKeyFromPem(privateKey) };
keys.publicKey = forge.pki.setRsaPublicKey(keys.privateKey.n, keys.privateKey.e);
const certificate = forge.pki.createCertificate();
certificate.publicKey = keys.publicKey;
certificate.serialNumber = '01';
certificate.validity.notBefore = new Date('2020-01-01');
certificate.validity.notAfter = new Date('2040-01-01');
const name = [{ name: 'commonName', value: 'example.test' }, { shortName: 'C', value: 'XX' }];
certificate.setSubject(name);
certificate.setIssuer(name);
certificate.setExtensions([{ name: 'basicConstraints', cA: true }, { name: 'subjectAltName', altNames: [{ type: 2, value: 'example.test' }, { type: 7, ip: '127.0.0.1' }] }]);
certificate.sign(keys.privateKey, forge.md.sha256.create());
const read = new crypto.X509Certificate(forge.pki.certificateToPem(certificate));
console.log(read.subject, read.subjectAltName, read.ca, read.verify(read.publicKey), read.checkHost('example.test'), certificate.verify(certificate));
const bag = forge.pkcs12.toPkcs12Asn1(keys.privateKey, [certificate], 'password', { algorithm: '3des' });
const der = forge.asn1.toDer(bag).getBytes();
const found = forge.pkcs12.pkcs12FromAsn1(forge.asn1.fromDer(der), 'password');
console.log(Object.keys(found.getBags({ bagType: forge.pki.oids.certBag }))[0] === forge.pki.oids.certBag);
console.log(keys.privateKey.decrypt(keys.publicKey.encrypt('sealed', 'RSA-OAEP'), 'RSA-OAEP'));
