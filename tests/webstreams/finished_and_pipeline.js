// stream.finished, stream.pipeline and Duplex.from of web streams.
'use strict';

const { Duplex, PassThrough, Readable, Transform, finished, pipeline } = require('stream');
const promises = require('stream/promises');

const outcome = (label) => (error) => console.log(label, error ? error.message ?? error : 'fine');

(async () => {
  {
    let controller;
    const stream = new ReadableStream({ start(c) { controller = c; } });
    finished(stream, outcome('closed'));
    await null;
    controller.close();
    await promises.finished(stream);
  }
  {
    let controller;
    const stream = new WritableStream({ start(c) { controller = c; } });
    finished(stream, outcome('errored'));
    controller.error(new Error('broken'));
    await promises.finished(stream).catch(outcome('promise'));
  }
  await promises.pipeline(
    ReadableStream.from(['a', 'b']),
    new TransformStream({ transform(chunk, controller) { controller.enqueue(chunk.toUpperCase()); } }),
    new WritableStream({ write(chunk) { console.log('write', chunk); }, close() { console.log('close'); } }));
  await promises.pipeline(
    Readable.from(['c', 'd']),
    new TransformStream({ transform(chunk, controller) { controller.enqueue(`${chunk}!`); } }),
    async function(source) { for await (const chunk of source) console.log('read', String(chunk)); });
  await promises.pipeline(
    new ReadableStream({ start(c) { c.enqueue('e'); c.error(new Error('source')); } }),
    new PassThrough({ objectMode: true })).catch(outcome('failed'));
  await new Promise((resolve) => pipeline(
    ReadableStream.from(['f']),
    new Transform({ objectMode: true, transform(chunk, encoding, callback) { callback(new Error('transform')); } }),
    new WritableStream({ abort(reason) { console.log('abort', reason?.message); } }),
    (error) => resolve(outcome('callback')(error))));
  const duplex = Duplex.from(ReadableStream.from(['g', 'h']));
  for await (const chunk of duplex) console.log('duplex', chunk);
})();
