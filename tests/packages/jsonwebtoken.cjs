// Tokens signed with HMAC, RSA and EC keys, verified, expired, tampered with.
const jwt = require('jsonwebtoken');
const { generateKeyPairSync } = require('node:crypto');

const token = jwt.sign({ sub: 'ada', admin: true, iat: 1000 }, 'secret', { noTimestamp: false });
console.log(token);
console.log(jwt.verify(token, 'secret'), jwt.decode(token, { complete: true }).header);
for (const [algorithm, type, options] of [['RS256', 'rsa', { modulusLength: 2048 }], ['PS512', 'rsa', { modulusLength: 2048 }], ['ES256', 'ec', { namedCurve: 'P-256' }], ['ES384', 'ec', { namedCurve: 'P-384' }]]) {
  const { privateKey, publicKey } = generateKeyPairSync(type, options);
  const signed = jwt.sign({ x: 1 }, privateKey, { algorithm, expiresIn: '1h', audience: 'me' });
  const { x, aud, exp, iat } = jwt.verify(signed, publicKey, { audience: 'me' });
  console.log(algorithm, x, aud, exp - iat);
  const other = generateKeyPairSync(type, options).publicKey;
  try { jwt.verify(signed, other); } catch (error) { console.log(error.name, error.message); }
}
for (const bad of [() => jwt.verify(token, 'wrong'), () => jwt.verify('a.b', 's'), () => jwt.verify(jwt.sign({ exp: 1 }, 's'), 's'), () => jwt.sign({}, 'short', { algorithm: 'RS256' }), () => jwt.verify(token, 'secret', { issuer: 'x' })]) {
  try { bad(); } catch (error) { console.log(error.name, error.message, error.expiredAt); }
}
jwt.verify(token, (header, done) => done(null, 'secret'), (error, payload) => console.log('callback', error, payload.sub));
