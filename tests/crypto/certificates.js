// Certificates: what they say, whom they are good for, and signed public keys with a challenge.
'use strict';
const crypto = require('crypto');

function attempt(label, body) {
  try {
    console.log(label, body());
  } catch (error) {
    console.log(label, error.name, error.code, error.message);
  }
}

const pem = `-----BEGIN CERTIFICATE-----
MIICVjCCAfugAwIBAgICEjQwCgYIKoZIzj0EAwIwTTELMAkGA1UEBhMCQ0gxEDAO
BgNVBAoMB1JvdW5kZWwxFTATBgNVBAsMDENlcnRpZmljYXRlczEVMBMGA1UEAwwM
ZXhhbXBsZS50ZXN0MCAXDTI2MTExNjE1NTg0MloYDzIxMjYxMDIzMTU1ODQyWjBN
MQswCQYDVQQGEwJDSDEQMA4GA1UECgwHUm91bmRlbDEVMBMGA1UECwwMQ2VydGlm
aWNhdGVzMRUwEwYDVQQDDAxleGFtcGxlLnRlc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATBQ6NiFRvcS9TM/ad75ioDeCNMHH9p/WnGFdeIPQtOpBhYJmx2xjSy
H34in7L0DccpDscnKMM5UBIgBYICEqWPo4HIMIHFMEAGA1UdEQQ5MDeCDGV4YW1w
bGUudGVzdIILKi53aWxkLnRlc3SHBH8AAAGBFHNvbWVvbmVAZXhhbXBsZS50ZXN0
MB0GA1UdJQQWMBQGCCsGAQUFBwMBBggrBgEFBQcDAjA1BggrBgEFBQcBAQQpMCcw
JQYIKwYBBQUHMAGGGWh0dHA6Ly9vY3NwLmV4YW1wbGUudGVzdC8wDAYDVR0TBAUw
AwEB/zAdBgNVHQ4EFgQUuowThM7lP0mMpoUIBxNhG7ICdYUwCgYIKoZIzj0EAwID
SQAwRgIhALkpuDPBVBJsV0pZErvHbqHfeXt5C/mh5BHHeEccOGSSAiEAodoYWkxg
FamgoxZSBTweqvldLacUbl9IMS88jmnILco=
-----END CERTIFICATE-----
`;
// Made for this test and used nowhere else.
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg+PnjCbPqE9q6pVhL
MY7kA2WH7MbqBFXH0o1od1HZ6XOhRANCAATBQ6NiFRvcS9TM/ad75ioDeCNMHH9p
/WnGFdeIPQtOpBhYJmx2xjSyH34in7L0DccpDscnKMM5UBIgBYICEqWP
-----END PRIVATE KEY-----
`;
const spkac = 'MIG6MGIwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATBQ6NiFRvcS9TM/ad75ioDeCNMHH9p/WnGFdeIPQtOpBhYJmx2xjSyH34in7L0DccpDscnKMM5UBIgBYICEqWPFgVoZWxsbzAKBggqhkjOPQQDAgNIADBFAiEA/a1Oj2aWrJSDIngIceaLOHHYMve6xSg0UbdQgB0eL7QCIDNEU4V0/UgUJTgNsCOn2LqViPkeMWlDC1HtvJyuxZpY';

const certificate = new crypto.X509Certificate(pem);
console.log(certificate);
attempt('legacy', () => ({ ...certificate.toLegacyObject(), raw: certificate.raw.length }));
attempt('ca', () => certificate.ca);
for (const [name, options] of [
  ['example.test'], ['other.test'], ['a.wild.test'], ['a.wild.test', { wildcards: false }], ['a.b.wild.test'], ['EXAMPLE.test'],
  ['example.test', { subject: 'never' }], [5], ['a', { subject: 'z' }], ['a', { wildcards: 1 }],
]) {
  attempt(`host ${name} ${JSON.stringify(options)}`, () => certificate.checkHost(name, options));
}
attempt('addresses', () => [certificate.checkIP('127.0.0.1'), certificate.checkIP('127.0.0.2')]);
attempt('no address', () => certificate.checkIP('localhost'));
attempt('mail', () => [certificate.checkEmail('someone@example.test'), certificate.checkEmail('other@example.test')]);
attempt('text', () => [certificate.toString() === pem, certificate.toJSON() === pem, certificate.raw.length]);
attempt('from bytes', () => new crypto.X509Certificate(certificate.raw).fingerprint === certificate.fingerprint);
attempt('key', () => [certificate.publicKey, certificate.publicKey.asymmetricKeyDetails]);
attempt('own key', () => certificate.checkPrivateKey(crypto.createPrivateKey(key)));
attempt('other key', () => certificate.checkPrivateKey(crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey));
attempt('public key', () => certificate.checkPrivateKey(certificate.publicKey));
attempt('signed by itself', () => [certificate.verify(certificate.publicKey), certificate.checkIssued(certificate)]);
attempt('no key', () => certificate.verify(5));
attempt('no certificate', () => certificate.checkIssued(5));
attempt('key of certificate', () => crypto.createPublicKey(pem).equals(certificate.publicKey));
attempt('garbage', () => new crypto.X509Certificate('garbage'));
attempt('number', () => new crypto.X509Certificate(5));

attempt('spkac', () => [crypto.Certificate.verifySpkac(spkac), crypto.Certificate.verifySpkac(Buffer.from(spkac))]);
attempt('spkac challenge', () => crypto.Certificate.exportChallenge(spkac).toString());
attempt('spkac key', () => crypto.createPublicKey(new crypto.Certificate().exportPublicKey(spkac)).equals(certificate.publicKey));
attempt('spkac garbage', () => [crypto.Certificate.verifySpkac('x'), crypto.Certificate.exportChallenge('x'), crypto.Certificate().exportPublicKey('x')]);
