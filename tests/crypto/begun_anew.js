// Digests and ciphers that are done leave nothing behind for those that are made after them, nor for themselves.
'use strict';
const crypto = require('crypto');

const attempt = (name, body) => {
  try {
    console.log(name, body());
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
};

const first = crypto.createHash('sha256').update('a');
console.log(first.digest('hex'));
const second = crypto.createHash('sha512').update('b');
const third = crypto.createHash('md5');
attempt('update', () => first.update('more'));
attempt('digest', () => first.digest());
attempt('copy', () => first.copy());
console.log(second.copy().update('c').digest('hex'), second.digest('hex'), third.digest('hex'));
for (let i = 0; i < 40; i++) crypto.createHash(i % 2 ? 'sha1' : 'shake128', i % 2 ? {} : { outputLength: 8 }).update(`${i}`).digest();
const open = Array.from({ length: 20 }, (_, i) => crypto.createHash('sha1').update(`${i}`));
console.log(open.map((hash) => hash.digest('base64url')).join());

const streamed = crypto.createHash('sha256');
streamed.on('data', (chunk) => {
  console.log('streamed', chunk.toString('hex'));
  attempt('again', () => streamed.digest('hex'));
  attempt('once more', () => streamed.digest('hex'));
});
streamed.end('text');

const key = Buffer.alloc(32, 'k');
const data = Buffer.from('some text that is longer than a block of sixteen bytes');
for (const [name, length, options] of [
  ['aes-256-gcm', 12], ['aes-256-gcm', 12, { authTagLength: 12 }], ['aes-256-gcm', 16], ['aes-256-ctr', 16], ['aes-256-cbc', 16],
  ['chacha20-poly1305', 12, { authTagLength: 16 }], ['aes-256-ccm', 12, { authTagLength: 8 }],
]) {
  const iv = Buffer.alloc(length, 'i');
  const cipher = crypto.createCipheriv(name, key, iv, options);
  const words = new Uint16Array([1, 2, 0xfffe]);
  const sealed = name.endsWith('ccm') ?
    [cipher.update(data)] : [cipher.update(words), cipher.update(''), cipher.update(new DataView(words.buffer, 2)), cipher.update(data)];
  sealed.push(cipher.final());
  console.log(name, sealed.map((part) => part.toString('hex')).join('|'), words, data.toString());
  attempt('update', () => cipher.update(data));
  attempt('final', () => cipher.final());
  let tag;
  attempt('tag', () => (tag = cipher.getAuthTag()).toString('hex'));
  attempt('own', () => cipher.getAuthTag() === tag);
  const decipher = crypto.createDecipheriv(name, key, iv, options);
  if (tag) decipher.setAuthTag(tag);
  const whole = Buffer.concat(sealed);
  const kept = Buffer.from(whole);
  const opened = decipher.update(whole);
  console.log(Buffer.concat([opened, decipher.final()]).subarray(-20).toString(), whole.equals(kept), opened.buffer !== whole.buffer);
  if (!tag) continue;
  const forged = crypto.createDecipheriv(name, key, iv, options);
  forged.setAuthTag(Buffer.alloc(tag.length));
  attempt('forged', () => [forged.update(whole).length, forged.final()]);
}
attempt('tag of 5', () => crypto.createCipheriv('aes-256-gcm', key, Buffer.alloc(12), { authTagLength: 5 }));
attempt('short key', () => crypto.createCipheriv('aes-256-gcm', key.subarray(1), Buffer.alloc(12)));
attempt('no vector', () => crypto.createCipheriv('aes-256-gcm', key, Buffer.alloc(0)));
attempt('no counter', () => crypto.createCipheriv('aes-256-ctr', key, Buffer.alloc(12)));
attempt('null', () => crypto.createCipheriv('aes-256-ctr', key, null));
