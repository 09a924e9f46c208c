// The bytes of v8.serialize are those of V8, and both read them.
'use strict';

const v8 = require('node:v8');

const attempt = (work) => {
  try {
    console.log(work());
  } catch (error) {
    console.log(error.constructor.name, error.code, error.message);
  }
};
const hex = (value) => v8.serialize(value).toString('hex');

const error = new TypeError('message');
error.stack = 'the stack';
const cycle = { name: 'cycle' };
cycle.self = cycle;
const values = [
  1, -5, 2 ** 31, 1.5, -0, NaN, 'é', 'π', '', true, null, undefined, 10n, -(2n ** 70n), 0n, new Date(0), /x/gi, new Map([[1, { a: 2 }]]),
  new Set(['x']), [, 1], [1, 2], Object.assign([1], { own: 2 }), Object('s'), Object(3), Object(false), Object(4n), new Float32Array([1]),
  Buffer.from('hi'), new DataView(new ArrayBuffer(2)), new ArrayBuffer(3), error, { 1: 2, b: [] }, cycle,
];
for (const value of values) console.log(hex(value));
console.log(v8.deserialize(v8.serialize(values)));
// Written by Node 26.
console.log(v8.deserialize(Buffer.from('ff0f6f2201614202010256420002007b01', 'hex')));

for (const bad of [() => 1, Symbol('x'), { p: Promise.resolve() }, new WeakMap(), new SharedArrayBuffer(3)]) attempt(() => hex(bad));
for (const bytes of ['', 'zz', '\xff\x0f', '\xff\x0f"2', '\xff\x0fo"', '\xff\x7fI\x02']) attempt(() => v8.deserialize(Buffer.from(bytes, 'latin1')));
attempt(() => v8.deserialize('text'));

// The classes, piece by piece.
const serializer = new v8.Serializer();
const shared = new ArrayBuffer(8);
serializer.transferArrayBuffer(3, new ArrayBuffer(1));
serializer.writeHeader();
console.log(serializer.writeValue([new Uint8Array(shared, 2, 3), new DataView(shared), shared]));
serializer.writeUint32(300);
serializer.writeUint64(1, 2);
serializer.writeDouble(1.5);
serializer.writeRawBytes(Buffer.from('ab'));
const written = serializer.releaseBuffer();
console.log(written.toString('hex'));
const reader = new v8.Deserializer(written);
console.log(reader.readHeader(), reader.getWireFormatVersion());
const [view, , buffer] = reader.readValue();
console.log(view.buffer === buffer, reader.readUint32(), reader.readUint64(), reader.readDouble(), reader.readRawBytes(2).toString());
for (const method of ['readUint32', 'readUint64', 'readDouble']) attempt(() => reader[method]());
attempt(() => reader.readRawBytes(5));
attempt(() => new v8.Deserializer('text'));
attempt(() => serializer.writeRawBytes('text'));
attempt(() => serializer.transferArrayBuffer(0, {}));

class Tagged extends v8.Serializer {
  _writeHostObject(object) { this.writeUint32(object.length); }
  _getSharedArrayBufferId() { return 7; }
}
const tagged = new Tagged();
tagged._setTreatArrayBufferViewsAsHostObjects(true);
tagged.writeHeader();
tagged.writeValue([new Uint8Array(9), new SharedArrayBuffer(2)]);
console.log(tagged.releaseBuffer().toString('hex'));
