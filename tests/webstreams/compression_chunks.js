// What compression streams take: bytes in any form but shared ones. What is no chunk, or no compressed data, ends both sides.
'use strict';

const { Duplex, PassThrough, Writable } = require('stream');

const compressed = new Uint8Array([120, 156, 75, 173, 40, 72, 77, 46, 73, 77, 81, 200, 47, 45, 41, 40, 45, 1, 0, 48, 173, 6, 36]);
const nobody = () => {};

async function show(name, promise) {
  await promise.then((result) => {
    console.log(name, result?.value === undefined ? result : new TextDecoder('latin1').decode(result.value));
  }, (error) => console.log(name, error.name, error.code, error.message, error.cause?.message));
}

function open(stream) {
  const writer = stream.writable.getWriter();
  const reader = stream.readable.getReader();
  for (const promise of [writer.closed, writer.ready, reader.closed]) promise.catch(nobody);
  return { writer, reader };
}

(async () => {
  for (const Stream of [CompressionStream, DecompressionStream]) {
    for (const chunk of [undefined, null, 1, {}, [], [1], new SharedArrayBuffer(4), new Uint8Array(new SharedArrayBuffer(4))]) {
      const { writer, reader } = open(new Stream('deflate'));
      const promises = { written: writer.write(chunk), read: reader.read(), writer: writer.closed, reader: reader.closed };
      for (const name in promises) promises[name].catch(nobody);
      for (const name in promises) await show(`${Stream.name} ${name}`, promises[name]);
    }
  }
  for (const View of [Uint8Array, Int8Array, Uint8ClampedArray, DataView]) {
    const { writer, reader } = open(new DecompressionStream('deflate'));
    await show(View.name, Promise.all([reader.read(), writer.write(new View(compressed.slice().buffer))]).then(([result]) => result));
  }
  const whole = open(new DecompressionStream('deflate'));
  await show('ArrayBuffer', Promise.all([whole.reader.read(), whole.writer.write(compressed.slice().buffer)]).then(([result]) => result));
  for (const bytes of [new Uint8Array([1, 2, 3, 4]), new Uint8Array([...compressed, 0]), compressed.subarray(0, 20), new Uint8Array(0)]) {
    const { writer, reader } = open(new DecompressionStream('deflate'));
    const promises = { written: writer.write(bytes), closed: writer.close(), first: reader.read(), second: reader.read() };
    for (const name in promises) promises[name].catch(nobody);
    for (const name in promises) await show(name, promises[name]);
  }

  // Other streams of Node take memory as bytes too, and go on being read after what is no chunk.
  const through = open(Duplex.toWeb(new PassThrough()));
  await show('through', Promise.all([through.reader.read(), through.writer.write(new Uint8Array([97]).buffer)]).then(([result]) => result));
  const objects = Writable.toWeb(new Writable({ objectMode: true, write(chunk, _, done) { console.log(chunk); done(); } })).getWriter();
  await objects.write(new ArrayBuffer(2));
  const broken = new PassThrough();
  await show('broken', open(Duplex.toWeb(broken)).writer.write(1));
  console.log(broken.destroyed);
})();
