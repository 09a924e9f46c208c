// Ciphers in all modes, step by step, with tags and without, and what is refused.
'use strict';
const crypto = require('crypto');

function attempt(label, body) {
  try {
    console.log(label, body());
  } catch (error) {
    console.log(label, error.name, error.code, error.message, error.library, error.reason);
  }
}

const text = Buffer.from('The quick brown fox jumps over the lazy dog');
const bytes = (length) => Buffer.from(Array.from({ length }, (_, index) => index));
const modes = [
  ['aes-128-cbc', 16, 16], ['aes-192-cbc', 24, 16], ['aes-256-cbc', 32, 16], ['aes-128-ecb', 16, null], ['aes-256-ctr', 32, 16],
  ['aes-128-cfb', 16, 16], ['aes-128-cfb8', 16, 16], ['aes-128-ofb', 16, 16], ['des-ede3-cbc', 24, 8], ['aes-256-xts', 64, 16],
  ['aria-128-cbc', 16, 16], ['camellia-256-cbc', 32, 16], ['chacha20', 32, 16], ['AES256', 32, 16],
];
for (const [name, keyLength, ivLength] of modes) {
  attempt(name, () => {
    const [key, iv] = [bytes(keyLength), ivLength === null ? null : bytes(ivLength)];
    const cipher = crypto.createCipheriv(name, key, iv);
    const parts = name.endsWith('xts') ? [text] : [text.subarray(0, 5), text.subarray(5)];
    const sealed = Buffer.concat([...parts.map((part) => cipher.update(part)), cipher.final()]);
    const decipher = crypto.createDecipheriv(name, key, iv);
    return [sealed.toString('hex'), decipher.update(sealed, undefined, 'utf8') + decipher.final('utf8')];
  });
}
for (const [name, keyLength, ivLength, options] of [
  ['aes-128-gcm', 16, 12], ['aes-256-gcm', 32, 16], ['aes-256-gcm', 32, 12, { authTagLength: 12 }],
  ['aes-128-ccm', 16, 12, { authTagLength: 16 }], ['aes-256-ocb', 32, 12, { authTagLength: 16 }], ['chacha20-poly1305', 32, 12],
]) {
  attempt(name, () => {
    const [key, iv] = [bytes(keyLength), bytes(ivLength)];
    const lengths = { plaintextLength: text.length };
    const cipher = crypto.createCipheriv(name, key, iv, options).setAAD(Buffer.from('more'), lengths);
    const sealed = cipher.update(text, null, 'hex') + cipher.final('hex');
    const tag = cipher.getAuthTag();
    const open = (tag) => {
      const decipher = crypto.createDecipheriv(name, key, iv, options);
      decipher.setAuthTag(tag).setAAD(Buffer.from('more'), lengths);
      return decipher.update(sealed, 'hex', 'latin1') + decipher.final('latin1');
    };
    const wrong = Buffer.from(tag);
    wrong[0] ^= 1;
    attempt(`${name} wrong tag`, () => open(wrong));
    return [sealed, tag.toString('hex'), open(tag)];
  });
}
attempt('wrap', () => {
  const cipher = crypto.createCipheriv('aes-128-wrap', bytes(16), Buffer.alloc(8, 0xa6));
  const sealed = Buffer.concat([cipher.update(bytes(24)), cipher.final()]);
  const decipher = crypto.createDecipheriv('aes-128-wrap', bytes(16), Buffer.alloc(8, 0xa6));
  return [sealed.toString('hex'), decipher.update(sealed).toString('hex')];
});

const [key, iv, iv12] = [bytes(16), bytes(16), bytes(12)];
const decipher = (...args) => crypto.createDecipheriv(...args);
const cipher = (...args) => crypto.createCipheriv(...args);
attempt('unknown', () => cipher('xyzzy', key, iv));
attempt('short key', () => cipher('aes-128-cbc', bytes(15), iv));
attempt('short iv', () => cipher('aes-128-cbc', key, iv12));
attempt('no iv', () => cipher('aes-128-cbc', key));
attempt('null iv', () => cipher('aes-128-cbc', key, null));
attempt('key type', () => cipher('aes-128-cbc', 1, iv));
attempt('iv type', () => cipher('aes-128-cbc', key, 1));
attempt('name type', () => cipher(1, key, iv));
attempt('ecb with iv', () => cipher('aes-128-ecb', key, iv));
attempt('empty iv', () => cipher('aes-128-gcm', key, Buffer.alloc(0)));
attempt('gcm tag length', () => cipher('aes-128-gcm', key, iv12, { authTagLength: 3 }));
attempt('ccm without length', () => cipher('aes-128-ccm', key, iv12));
attempt('ccm tag length', () => cipher('aes-128-ccm', key, iv12, { authTagLength: 3 }));
attempt('ccm iv', () => cipher('aes-128-ccm', key, iv, { authTagLength: 4 }));
attempt('tag length type', () => cipher('aes-128-gcm', key, iv12, { authTagLength: 'a' }));
attempt('tag too early', () => cipher('aes-128-gcm', key, iv12).getAuthTag());
attempt('final twice', () => {
  const it = cipher('aes-128-cbc', key, iv);
  it.final();
  it.final();
});
attempt('update after final', () => {
  const it = cipher('aes-128-cbc', key, iv);
  it.final();
  it.update('a');
});
attempt('padding after final', () => {
  const it = cipher('aes-128-cbc', key, iv);
  it.final();
  it.setAutoPadding();
});
attempt('no padding', () => {
  const it = cipher('aes-128-cbc', key, iv).setAutoPadding(false);
  it.update('a');
  it.final();
});
attempt('bad decrypt', () => {
  const it = decipher('aes-128-cbc', key, iv);
  it.update('aaaaaaaaaaaaaaaa');
  it.final();
});
attempt('no tag', () => {
  const it = decipher('aes-128-gcm', key, iv12);
  it.update('a');
  it.final();
});
attempt('short tag', () => decipher('aes-128-gcm', key, iv12).setAuthTag(Buffer.alloc(3)));
attempt('other tag length', () => decipher('aes-128-gcm', key, iv12, { authTagLength: 16 }).setAuthTag(Buffer.alloc(12)));
attempt('tag type', () => decipher('aes-128-gcm', key, iv12).setAuthTag(1));
attempt('tag of cbc', () => decipher('aes-128-cbc', key, iv).setAuthTag(key));
attempt('aad of cbc', () => decipher('aes-128-cbc', key, iv).setAAD(key));
attempt('aad type', () => decipher('aes-128-gcm', key, iv12).setAAD(1));
attempt('ccm aad', () => cipher('aes-128-ccm', key, iv12, { authTagLength: 16 }).setAAD(key));
attempt('ccm aad length', () => cipher('aes-128-ccm', key, iv12, { authTagLength: 16 }).setAAD(key, { plaintextLength: -1 }));
attempt('ccm twice', () => {
  const it = cipher('aes-128-ccm', key, iv12, { authTagLength: 16 });
  it.update('a');
  it.update('b');
});
attempt('encodings', () => {
  const it = cipher('aes-128-cbc', key, iv);
  it.update('aa', 'utf8', 'hex');
  it.update('aa', 'utf8', 'base64');
});
attempt('encoding', () => cipher('aes-128-cbc', key, iv).update('aa', 'utf8', 'foo'));
attempt('data', () => cipher('aes-128-cbc', key, iv).update(5));
for (const args of [
  ['aes-128-cbc'], ['aes-128-gcm', { ivLength: 16 }], ['aes-128-gcm', { keyLength: 17 }], ['xyzzy'], ['chacha20-poly1305'], ['aes128'],
  ['aes-128-wrap'], ['aes-128-ecb'], ['AES-128-CCM', { ivLength: 14 }], ['aes-256-xts'], ['aes-256-ocb'], [419], [{}],
]) {
  attempt(`info ${args[0]}`, () => crypto.getCipherInfo(...args));
}
attempt('names', () => ['aes-256-gcm', 'chacha20-poly1305', 'aes-128-ccm'].every((name) => crypto.getCiphers().includes(name)));

const sealing = cipher('aes-128-cbc', key, iv);
sealing.setEncoding('hex');
sealing.on('data', (data) => console.log('data', data));
sealing.on('end', () => console.log('end'));
sealing.write('some text');
sealing.end();
const failing = decipher('aes-128-cbc', key, iv);
failing.on('error', (error) => console.log('stream', error.name));
failing.resume();
failing.end('not a block');
