// Text in and out of memory of every kind, and searching for it from every place.
'use strict';

const text = 'äb€😀 plain';
const kinds = {
  small: () => new Uint8Array(32),
  large: () => new Uint8Array(5000),
  view: () => new Uint8Array(new ArrayBuffer(100), 7, 40),
  resizable: () => new Uint8Array(new ArrayBuffer(40, { maxByteLength: 80 })),
  shared: () => new Uint8Array(new SharedArrayBuffer(40), 4),
  wasm: () => new Uint8Array(new WebAssembly.Memory({ initial: 1 }).buffer, 3, 50),
  pooled: () => Buffer.allocUnsafe(40).fill(0),
};
for (const [kind, make] of Object.entries(kinds)) {
  const bytes = make();
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const written = buffer.write(text, 2);
  const shown = ['utf8', 'latin1', 'ascii', 'hex', 'base64', 'base64url', 'utf16le'].map((encoding) => buffer.toString(encoding, 1, 9));
  console.log(kind, written, JSON.stringify(shown), bytes[2], buffer.indexOf('plain'), buffer.compare(Buffer.from('z')), buffer.equals(Buffer.from(bytes)));
  // What has been looked at can still be taken away.
  if (kind === 'small' || kind === 'large' || kind === 'view') {
    const moved = structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
    console.log(moved.byteLength, bytes.length, buffer.length, JSON.stringify(buffer.toString()), buffer.write('x'), buffer.indexOf('x'));
  }
}

const haystack = Buffer.from('abcäabcabc€');
for (const needle of ['abc', '', 'c', 'ä', '€', 'abcabc€', 'not there', 'x'.repeat(50), '\ud800']) {
  const found = [];
  for (const from of [undefined, 0, 1, 3, 5, 11, 13, 14, 99, -1, -3, -6, -14, -99, NaN, null, {}, Infinity, -Infinity, 1.9, -0.5]) {
    found.push([haystack.indexOf(needle, from), haystack.lastIndexOf(needle, from), haystack.includes(needle, from)].join());
  }
  console.log(JSON.stringify(needle), found.join(' '));
}
console.log(Buffer.alloc(0).indexOf(''), Buffer.alloc(0).indexOf('a'), Buffer.alloc(0).lastIndexOf('a'), haystack.indexOf('abc', 2, 'utf8'), haystack.indexOf('YWJj', 1, 'base64'));

// Where small ones lie, which is visible.
Buffer.poolSize = 1024;
Buffer.allocUnsafe(600);
const places = [];
let last;
for (const part of ['a', 'abcdefgh', 'ä', '€'.repeat(100), 'x'.repeat(170), 'y'.repeat(171), 'z'.repeat(511), 'z'.repeat(512), '', 'end', 'ä'.repeat(300)]) {
  const buffer = Buffer.from(part);
  places.push(`${buffer.length}:${last !== undefined && buffer.buffer === last.buffer ? buffer.byteOffset - last.byteOffset : 'new'}`);
  last = buffer;
}
console.log(places.join(' '));

for (let length = 0; length < 20; length++) {
  const bytes = Buffer.from(Array.from({ length }, (_, i) => (i * 83 + 251) & 255));
  const [standard, url] = [bytes.toString('base64'), bytes.toString('base64url')];
  console.log(standard, url, Buffer.from(standard, 'base64').equals(bytes), Buffer.from(url, 'base64url').equals(bytes));
}
