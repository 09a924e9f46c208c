// Hash and Hmac as objects: what they look like, copies, and what comes after the digest. Keys out of passwords with each digest.
const { createHash, createHmac, pbkdf2Sync } = require('crypto');
const { inspect } = require('util');

const told = (make) => {
  try {
    return make();
  } catch (error) {
    return `${error.name} ${error.code} ${error.message}`;
  }
};

console.log(inspect(createHash('sha256')), inspect(createHmac('sha1', 'key')));
for (const name of ['md5', 'sha1', 'sha224', 'sha256', 'SHA384', 'sha512', 'RSA-SHA256', 'sha3-256']) {
  const hash = createHash(name);
  const fresh = hash.copy();
  hash.update('a');
  const second = hash.copy();
  hash.update(Buffer.alloc(300, 'b')).update('c', 'utf8');
  console.log(name, hash.digest('hex'), fresh.digest('base64'), second.update('d').digest('base64url'));
  console.log(told(() => hash.digest()), told(() => hash.update('x')), told(() => hash.copy()));
  const hmac = createHmac(name, 'k'.repeat(200)).update('some ').update('text');
  console.log(hmac.digest('hex'), hmac.digest('hex'), told(() => hmac.update('x')));
  console.log(createHmac(name, '').digest('latin1').length);
  for (const [iterations, length] of [[1, 5], [2, 64], [50, 150]]) {
    console.log(pbkdf2Sync('password', 'salt', iterations, length, name).toString('base64'));
  }
}
console.log(told(() => createHash('nonsense')), told(() => createHash('sha256', { outputLength: 5 })));
console.log(createHash('shake128', { outputLength: 5 }).update('x').digest('hex'));

const stream = createHash('sha256');
stream.on('data', (chunk) => console.log('data', chunk.toString('hex')));
stream.on('end', () => console.log('end', stream.digest('hex'), told(() => stream.digest('hex'))));
stream.write('in ');
stream.end('pieces');
