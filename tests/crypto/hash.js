// Digests and codes: at once, step by step, as streams, copied, and what is refused.
'use strict';
const crypto = require('crypto');
const { pipeline, Readable } = require('stream');

function attempt(label, body) {
  try {
    console.log(label, body());
  } catch (error) {
    console.log(label, error.name, error.code, error.message, error.library, error.reason, error.opensslErrorStack);
  }
}

for (const name of ['md5', 'sha1', 'sha256', 'sha512', 'sha3-256', 'RSA-SHA256', 'sha512-256', 'blake2b512', 'ripemd160', 'SHA256']) {
  attempt(name, () => crypto.createHash(name).update('abc').update(Buffer.from('é')).digest('hex'));
}
for (const encoding of [undefined, 'hex', 'base64', 'base64url', 'latin1', 'binary', 'ucs2', 'utf8', 'buffer', 'HEX', 'nonsense']) {
  attempt(encoding, () => crypto.createHash('md5').update('abc').digest(encoding));
}
attempt('input encodings', () => crypto.createHash('md5').update('616263', 'hex').digest('hex'));
attempt('latin1 input', () => crypto.createHash('md5').update('\xff\xe9', 'latin1').digest('hex'));
attempt('wide', () => crypto.createHash('md5').update('\ud83d\ude00\ud800').digest('hex'));
attempt('views', () => crypto.createHash('md5').update(new Uint16Array([1, 2])).update(new DataView(new ArrayBuffer(3))).digest('hex'));
attempt('nothing', () => crypto.createHash('sha256').digest('hex'));
attempt('unknown', () => crypto.createHash('xyzzy'));
attempt('no name', () => crypto.createHash());
attempt('number', () => crypto.createHash('sha256').update(5));
attempt('length', () => crypto.createHash('sha256', { outputLength: 5 }));
attempt('own length', () => crypto.createHash('sha256', { outputLength: 32 }).digest('hex'));
attempt('free length', () => crypto.createHash('shake128', { outputLength: 40 }).update('a').digest('hex'));
attempt('no length', () => crypto.createHash('shake256', { outputLength: 0 }).digest('hex'));
attempt('bad length', () => crypto.createHash('shake256', { outputLength: -1 }));
attempt('twice', () => {
  const hash = crypto.createHash('sha1');
  hash.digest();
  hash.digest();
});
attempt('update after', () => {
  const hash = crypto.createHash('sha1');
  hash.digest();
  hash.update('a');
});
attempt('copies', () => {
  const hash = crypto.createHash('sha1').update('a');
  const copy = hash.copy();
  return [hash.update('b').digest('hex'), copy.update('c').digest('hex'), crypto.createHash('sha1').update('ac').digest('hex')];
});
attempt('copy after', () => {
  const hash = crypto.createHash('sha1');
  hash.digest();
  hash.copy();
});
attempt('copy with length', () => {
  const hash = crypto.createHash('shake128', { outputLength: 4 });
  return [hash.copy({ outputLength: 8 }).digest('hex'), hash.digest('hex')];
});

attempt('hmac', () => crypto.createHmac('sha256', 'key').update('data').digest('hex'));
attempt('empty key', () => crypto.createHmac('sha256', '').update('data').digest('hex'));
attempt('hmac unknown', () => crypto.createHmac('xyzzy', 'a'));
attempt('hmac no key', () => crypto.createHmac('sha1'));
attempt('hmac no name', () => crypto.createHmac());
attempt('hmac twice', () => {
  const hmac = crypto.createHmac('sha1', 'k');
  return [hmac.digest('hex'), hmac.digest('hex'), hmac.digest()];
});
attempt('hmac update after', () => {
  const hmac = crypto.createHmac('sha1', 'k');
  hmac.digest();
  hmac.update('a');
});

attempt('at once', () => crypto.hash('sha1', 'a'));
attempt('at once, buffer', () => crypto.hash('sha1', Buffer.from('a'), 'buffer'));
attempt('at once, options', () => crypto.hash('shake128', 'a', { outputLength: 3, outputEncoding: 'base64' }));
attempt('at once, length', () => crypto.hash('sha1', 'a', { outputLength: 3 }));
attempt('at once, unknown', () => crypto.hash('xyzzy', 'a'));
attempt('at once, number', () => crypto.hash('sha1', 5));
attempt('at once, encoding', () => crypto.hash('sha1', 'a', 'foo'));
attempt('equal', () => crypto.timingSafeEqual(Buffer.from('ab'), new Uint8Array([97, 98])));
attempt('not equal', () => crypto.timingSafeEqual(Buffer.from('ab'), Buffer.from('ac')));
attempt('lengths', () => crypto.timingSafeEqual(Buffer.from('ab'), Buffer.from('abc')));
attempt('types', () => crypto.timingSafeEqual('ab', Buffer.from('abc')));

pipeline(Readable.from(['a', Buffer.from('bc')]), crypto.createHash('md5'), async function* (source) {
  for await (const chunk of source) yield chunk.toString('hex');
}, async function (source) {
  for await (const text of source) console.log('piped', text);
}, (error) => {
  console.log('end', error);
  const hash = crypto.createHash('md5');
  hash.setEncoding('hex');
  hash.on('readable', () => {
    const data = hash.read();
    if (data !== null) console.log('read', data);
  });
  hash.write('abc');
  hash.end();
});
