// stream.compose takes streams of the web in any place: what comes out, which modes the whole has, and what fails.
const { PassThrough, Transform, compose } = require('stream');
const { ReadableStream, TransformStream, WritableStream } = require('stream/web');

// In capitals, and whether it came as text or as bytes.
const capitals = () => new TransformStream({
  transform(chunk, controller) {
    controller.enqueue(`${typeof chunk === 'string' ? 'text' : 'bytes'} ${String(Buffer.from(chunk)).toUpperCase()};`);
  },
});
const objects = () => new PassThrough({ objectMode: true });

function run(name, make, ...chunks) {
  return new Promise((resolve) => {
    let stream;
    try {
      stream = make();
    } catch (error) {
      console.log(name, error.code);
      resolve();
      return;
    }
    const told = [];
    stream.on('error', (error) => told.push(error.message));
    if (stream.readable) stream.on('data', (chunk) => told.push(String(chunk))).on('end', () => told.push('end'));
    stream.on('close', () => {
      console.log(name, told, stream.writableObjectMode, stream.readableObjectMode);
      resolve();
    });
    if (!stream.writable) return;
    for (const chunk of chunks) stream.write(chunk);
    stream.end();
  });
}

(async () => {
  await run('first', () => compose(capitals(), new PassThrough()), 'a', 'b');
  await run('last', () => compose(new PassThrough(), capitals()), 'a', 'b');
  await run('between', () => compose(new PassThrough(), capitals(), new PassThrough()), 'a');
  await run('all', () => compose(capitals(), capitals()), 'a');
  await run('alone', () => compose(capitals()), 'a');
  await run('behind objects', () => compose(objects(), capitals()), 'a');
  await run('before objects', () => compose(capitals(), objects()), 'a');
  await run('readable first', () => compose(new ReadableStream({
    start(controller) {
      controller.enqueue('r');
      controller.close();
    },
  }), capitals()));
  await run('writable last', () => compose(capitals(), new WritableStream({ write(chunk) { console.log('sink', chunk); } })), 'a');
  await run('failing', () => compose(new TransformStream({
    transform(chunk, controller) { controller.error(new Error('from within')); },
  }), new Transform({ transform() { console.log('never'); } })), 'a');
  await run('writable first', () => compose(new WritableStream(), capitals()));
  await run('readable last', () => compose(capitals(), new ReadableStream()));
})();
