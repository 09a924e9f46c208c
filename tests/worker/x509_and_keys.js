// Certificates and keys between threads: what arrives works like what was sent.
'use strict';

const crypto = require('crypto');
const fs = require('fs');
const path = require('path');
const { Worker, isMainThread, parentPort, workerData } = require('worker_threads');

const describeKey = (key) => [key.constructor.name, key.type, key.asymmetricKeyType, key.symmetricKeySize, JSON.stringify(key.asymmetricKeyDetails, (name, value) => (typeof value === 'bigint' ? `${value}` : value))];
const describeCertificate = (certificate) => [
  certificate.constructor.name, certificate instanceof crypto.X509Certificate, certificate.subject, certificate.fingerprint256, certificate.ca, certificate.validTo,
];

if (!isMainThread) {
  const { rsa, ec, ed, secret, certificate, list } = workerData;
  const data = Buffer.from('data');
  parentPort.postMessage({
    keys: [rsa.privateKey, rsa.publicKey, ec.privateKey, ed.publicKey, secret].map(describeKey),
    certificate: describeCertificate(certificate),
    same: list[0] === list[1],
    matches: certificate.checkPrivateKey(rsa.privateKey),
    signed: crypto.sign('sha256', data, rsa.privateKey),
    edSigned: crypto.sign(null, data, ed.privateKey),
    mac: crypto.createHmac('sha256', secret).update(data).digest('hex'),
    encrypted: crypto.publicEncrypt(rsa.publicKey, data),
    back: { certificate, key: certificate.publicKey, rsa },
  });
} else {
  const rsa = crypto.generateKeyPairSync('rsa', { modulusLength: 1024 });
  const ec = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ed = crypto.generateKeyPairSync('ed25519');
  const secret = crypto.createSecretKey(Buffer.from('0123456789abcdef'));
  const certificate = new crypto.X509Certificate(fs.readFileSync(path.join(__dirname, '../tls/fixtures/ca_cert.pem')));
  const worker = new Worker(__filename, { workerData: { rsa, ec, ed, secret, certificate, list: [certificate, certificate] } });
  const data = Buffer.from('data');
  worker.on('message', (message) => {
    console.log(message.keys);
    console.log(message.certificate);
    console.log(message.same, message.matches);
    console.log(crypto.verify('sha256', data, rsa.publicKey, message.signed), crypto.verify(null, data, ed.publicKey, message.edSigned));
    console.log(message.mac === crypto.createHmac('sha256', secret).update(data).digest('hex'));
    console.log(`${crypto.privateDecrypt(rsa.privateKey, message.encrypted)}`);
    const { certificate: returned, key, rsa: pair } = message.back;
    console.log(returned.fingerprint === certificate.fingerprint, key.equals(certificate.publicKey), pair.privateKey.equals(rsa.privateKey));
    console.log(returned.verify(certificate.publicKey), `${returned}` === `${certificate}`);
  });
}
