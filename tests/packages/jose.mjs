// Tokens signed and encrypted by Web Cryptography, key sets and what is wrong with a token.
import * as jose from 'jose';

const secret = new TextEncoder().encode('a secret of at least thirty-two bytes');
const now = new Date('2030-01-01');
const token = await new jose.SignJWT({ role: 'admin' }).setProtectedHeader({ alg: 'HS256' }).setIssuedAt(now).setIssuer('us').setExpirationTime(new Date('2030-01-01T02:00:00Z')).sign(secret);
console.log(token.split('.')[0], (await jose.jwtVerify(token, secret, { issuer: 'us', currentDate: now })).payload.role);
for (const [name, options] of [['expired', { currentDate: new Date('2031-01-01') }], ['issuer', { issuer: 'them', currentDate: now }]]) {
  await jose.jwtVerify(token, secret, options).catch((error) => console.log(name, error.code, error.message));
}
await jose.jwtVerify(`${token}x`, secret).catch((error) => console.log(error.code));
for (const alg of ['RS256', 'PS384', 'ES256', 'ES512', 'EdDSA']) {
  const { publicKey, privateKey } = await jose.generateKeyPair(alg, { extractable: true });
  const signed = await new jose.CompactSign(new TextEncoder().encode(alg)).setProtectedHeader({ alg }).sign(privateKey);
  const { payload } = await jose.compactVerify(signed, publicKey);
  const jwk = await jose.exportJWK(publicKey);
  console.log(new TextDecoder().decode(payload), jwk.kty, (await jose.calculateJwkThumbprint(jwk)).length, (await jose.exportPKCS8(privateKey)).split('\n')[0]);
}
for (const [alg, enc] of [['RSA-OAEP-256', 'A256GCM'], ['ECDH-ES+A128KW', 'A128CBC-HS256'], ['A256GCMKW', 'A192GCM'], ['dir', 'A256GCM']]) {
  const pair = alg.startsWith('RSA') || alg.startsWith('ECDH') ? await jose.generateKeyPair(alg) : undefined;
  const key = pair?.publicKey ?? await jose.generateSecret(alg === 'dir' ? enc : alg);
  const sealed = await new jose.CompactEncrypt(new TextEncoder().encode('secret text')).setProtectedHeader({ alg, enc }).encrypt(key);
  const { plaintext, protectedHeader } = await jose.compactDecrypt(sealed, pair?.privateKey ?? key);
  console.log(protectedHeader.alg, protectedHeader.enc, new TextDecoder().decode(plaintext));
}
const password = await new jose.CompactEncrypt(new TextEncoder().encode('x')).setProtectedHeader({ alg: 'PBES2-HS256+A128KW', enc: 'A128GCM' }).encrypt(secret);
console.log(new TextDecoder().decode((await jose.compactDecrypt(password, secret, { keyManagementAlgorithms: ['PBES2-HS256+A128KW'], maxPBES2Count: 1e6 })).plaintext));
const { publicKey, privateKey } = await jose.generateKeyPair('ES256', { extractable: true });
const set = jose.createLocalJWKSet({ keys: [{ ...await jose.exportJWK(publicKey), kid: 'one', alg: 'ES256' }] });
const withSet = await new jose.SignJWT({}).setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(privateKey);
console.log((await jose.jwtVerify(withSet, set)).protectedHeader);
