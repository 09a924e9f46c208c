// Hexadecimal and base64 text of all lengths, whole and broken, there and back.
const all = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
const checksum = (text) => [...text].reduce((sum, c) => (sum * 31 + c.codePointAt(0)) % 1000003, 7);
for (const encoding of ['hex', 'base64', 'base64url']) {
  console.log(encoding, checksum(all.toString(encoding)), Buffer.from(all.toString(encoding), encoding).equals(all));
  for (let length = 0; length < 20; length++) {
    const bytes = all.subarray(250 - length * 7, 250 - length * 6);
    console.log(bytes.toString(encoding), Buffer.from(bytes.toString(encoding), encoding).equals(bytes));
  }
}
const texts = [
  '', 'a', 'ab', 'abc', 'AbCd', 'abxy', 'ab cd', '0g', 'g0', 'é0', 'ab\u{4e00}cd', 'ab\0cd', '=', '==', 'A===', 'Zm9v', 'Zm9', 'Zm', 'Z', 'Zm9vYg==',
  'Zm9vYg=Zm9v', 'Zm9v\nZm9v', ' Z m 9 v ', 'Zm9v-_+/', '-_-_', '????Zm9v', 'Zm9v\u{4e00}Zg', 'Zm9vé', '\u{1f600}Zm9v', 'ZmZmZmZ!mZmZm',
];
for (const text of texts) {
  for (const encoding of ['hex', 'base64', 'base64url', 'latin1', 'ucs2']) {
    const target = Buffer.alloc(7, 46);
    console.log(JSON.stringify(text), encoding, Buffer.from(text, encoding).toString('latin1'), target.write(text, encoding), target.latin1Slice());
    console.log(Buffer.byteLength(text, encoding), Buffer.alloc(3).fill(text.slice(0, 4) || 'ab', encoding === 'hex' ? 'latin1' : encoding).length);
  }
}
