// Texts of whole buffers, copies between them and searches for text: what is counted in bytes and what in elements, where ranges are
// cut, memory that overlaps, is shared, grows or is gone, and what is refused.
'use strict';

const attempt = (make) => {
  try {
    return make();
  } catch (error) {
    return `${error.name} ${error.code} ${error.code === undefined ? '' : error.message}`;
  }
};
const { toString, indexOf, lastIndexOf, copy } = Buffer.prototype;
const ENCODINGS = [undefined, 'utf8', 'UTF-8', 'latin1', 'ascii', 'base64', 'base64url', 'hex', 'ucs2'];

const detached = new Uint8Array(4);
detached.buffer.transfer();
const growing = new ArrayBuffer(4, { maxByteLength: 8 });
const view = new Uint8Array(growing).fill(66);
growing.resize(8);
const shared = new Uint8Array(new SharedArrayBuffer(4)).fill(67);
const renamed = Object.defineProperty(Buffer.from('AB\xfe'), 'length', { value: 1 });

const views = {
  buffer: Buffer.from('AB\xe9\u20ac'), empty: new Uint8Array(0), clamped: new Uint8ClampedArray([65, 66]), wide: new Uint16Array([65, 66]),
  signed: new Int8Array([65, -1]), detached, view, shared,
};
for (const name in views) {
  console.log(name, attempt(() => toString.call(views[name])), ENCODINGS.map((encoding) => attempt(() => toString.call(views[name], encoding))));
}
console.log('renamed', toString.call(renamed, 'hex'), toString.call(renamed, 'base64'));
for (const other of [{}, { length: 2 }, [65, 66], 'text', 1]) {
  console.log(attempt(() => toString.call(other)), attempt(() => toString.call(other, 'utf8')), attempt(() => indexOf.call(other, 'A', 1)));
}
console.log(attempt(() => toString.call(views.buffer, 'nope')), [attempt(() => toString.call(views.empty, 'nope'))]);
for (let length = 0; length < 70; length++) {
  const bytes = Buffer.from(Array.from({ length }, (_, i) => i * 37 & 255));
  const texts = [bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('base64', 1), bytes.toString('base64url', 0, length - 1)];
  if (length % 13 === 0) console.log(texts);
  if (!Buffer.from(texts[0], 'base64').equals(bytes) || !Buffer.from(texts[1], 'base64url').equals(bytes)) console.log('differs', length);
}

const text = Buffer.from('abcabcabc');
for (const from of [undefined, null, NaN, 0, 1.9, -1.5, -3, -3.9, 2.5, 99, -99, Infinity, -Infinity, {}, [], 'utf8', 'latin1', true]) {
  console.log(from, text.indexOf('abc', from), text.lastIndexOf('abc', from), text.includes('c', from), text.indexOf('', from), text.lastIndexOf('', from));
}
console.log(text.indexOf('abc', 1, 'UTF8'), text.indexOf('abc', 1, 'hex'), text.indexOf('61', 1, 'hex'), attempt(() => text.indexOf('a', 0, 'nope')));
console.log(text.indexOf('c', 0, 2), text.indexOf('c', 0, 3), lastIndexOf.call(shared, 'C'), indexOf.call(detached, 'A'));

const bytes = (length) => Buffer.from(Array.from({ length }, (_, i) => i + 1));
const target = bytes(8);
console.log(target.copy(target, 2), target, target.copy(target, 0, 3), target, target.copy(target, 7, 0, 99), target, target.copy(target, 8), target.copy(target, 99));
console.log(copy.call(bytes(4), shared, 1, 1, 3), shared, copy.call(shared, target, 5), target, copy.call(detached, target), copy.call(target, detached));
console.log(copy.call(view, target, 0, 6), target, copy.call(target, view, 6), view);
for (const range of [[0, -1], [-1], [0, 0, -1], [0, 9], [0, 2, 1], [1.9, 1.9, 3.9], ['2', '1', '3'], [NaN, NaN, NaN], [Infinity], [0, 8, 9]]) {
  console.log(range, attempt(() => bytes(8).copy(target.fill(0), ...range)), target);
}
console.log(attempt(() => target.copy([])), attempt(() => target.copy('text')));

console.log(Buffer.concat([bytes(2), new Uint8Array([9]), shared, view]), Buffer.concat([bytes(3), bytes(3)], 4), Buffer.concat([bytes(2)], 4));
for (const list of [[{}], [bytes(1), [1]], [new Uint16Array(1)], [new DataView(new ArrayBuffer(2))], ['text'], [null, bytes(1)], [undefined]]) {
  console.log(attempt(() => Buffer.concat(list, 3)));
}
console.log(Buffer.alloc(7, 'abc'), Buffer.alloc(5, bytes(2)), bytes(6).fill('xy', 1, 4));
