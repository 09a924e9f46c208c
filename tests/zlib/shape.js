// What the module has, by name and kind, and the properties of its objects that programs know.
'use strict';
const zlib = require('zlib');

for (const name of Object.keys(zlib).sort()) {
  const { writable, configurable } = Object.getOwnPropertyDescriptor(zlib, name);
  console.log(name, typeof zlib[name], name.startsWith('Zip') || zlib[name].length, writable, configurable);
}
console.log(JSON.stringify(zlib.constants));
console.log(zlib.codes);
console.log(Object.getOwnPropertyNames(zlib).filter((name) => !Object.keys(zlib).includes(name)).join());

for (const create of ['createDeflate', 'createUnzip', 'createBrotliCompress', 'createZstdDecompress']) {
  const stream = zlib[create]({ chunkSize: 100, maxOutputLength: 1000 });
  const { _chunkSize, _defaultFlushFlag, _finishFlushFlag, _defaultFullFlushFlag, _maxOutputLength, _level, _strategy, _mode } = stream;
  console.log(create, { _chunkSize, _defaultFlushFlag, _finishFlushFlag, _defaultFullFlushFlag, _maxOutputLength, _level, _strategy, _mode });
  console.log(stream.bytesWritten, stream._outBuffer.length, stream._outOffset, stream._writeState, stream._closed);
  console.log(stream.readableHighWaterMark, stream.writableHighWaterMark, stream instanceof require('stream').Transform);
  for (let proto = stream; (proto = Object.getPrototypeOf(proto)).constructor.name !== 'Transform';) {
    console.log(proto.constructor.name, Object.getOwnPropertyNames(proto).filter((name) => name !== '_read').sort().join());
  }
}
console.log(zlib.createGzip({ readableObjectMode: true, encoding: 'hex', objectMode: true }).readableObjectMode);
const { buffer, engine } = zlib.gzipSync('abc', { info: true });
console.log(Buffer.isBuffer(buffer), engine.constructor.name, engine.bytesWritten, engine._handle, engine.destroyed);
zlib.deflate('abc', { info: true }, (error, { buffer, engine }) => {
  console.log(error, `${zlib.inflateSync(buffer)}`, engine.constructor.name, engine.bytesWritten, engine.destroyed);
});

// As image and archive libraries use them: all at once, through the stream and through its handle.
const inflate = new zlib.Inflate();
console.log(`${inflate._processChunk(zlib.deflateSync('all at once'), zlib.constants.Z_FINISH)}`, inflate._handle);
const gunzip = new zlib.Gunzip();
const output = Buffer.alloc(4);
const input = zlib.gzipSync('abcdefg');
gunzip._handle.writeSync(zlib.constants.Z_SYNC_FLUSH, input, 0, input.length, output, 1, 3);
console.log(`${output.subarray(1)}`, gunzip._writeState[0]);
gunzip._handle.writeSync(zlib.constants.Z_SYNC_FLUSH, input, input.length - gunzip._writeState[1], gunzip._writeState[1], output, 0, 4);
console.log(`${output}`, gunzip._writeState[1] < 9);

for (const data of ['hello', Buffer.from('hello'), new Uint16Array([1, 2]), new DataView(new ArrayBuffer(4)), '', 'ä']) console.log(zlib.crc32(data));
console.log(zlib.crc32('lo', zlib.crc32('hel')), zlib.crc32('x', 2 ** 32 - 1), zlib.crc32(Buffer.alloc(100_000, 'ab')));
