// The events of a stream and the callbacks of its writes and flushes, in order.
'use strict';
const zlib = require('zlib');

const watch = (name, stream, events) => {
  for (const event of events) {
    stream.on(event, (value) => console.log(name, event, value instanceof Error ? value.code : '', stream.bytesWritten));
  }
  return stream;
};
const said = (...words) => (error) => console.log(...words, error ? error.code : '');
const steps = [
  (next) => {
    const gzip = watch('gzip', zlib.createGzip(), ['end', 'finish', 'prefinish', 'close', 'error', 'resume', 'pause']);
    const chunks = [];
    gzip.on('data', (chunk) => chunks.push(chunk));
    gzip.write('hello', said('write'));
    gzip.flush(said('flush'));
    gzip.write('world', said('second write'));
    gzip.flush(zlib.constants.Z_FULL_FLUSH, said('second flush'));
    gzip.params(9, 2, said('params'));
    gzip.write('more', said('third write'));
    gzip.end('fin', said('end callback'));
    gzip.flush(said('late flush'));
    gzip.on('close', () => {
      console.log(`${zlib.gunzipSync(Buffer.concat(chunks))}`, gzip._level, gzip._strategy, gzip._closed, gzip.destroyed);
      gzip.flush(said('flush after all'));
      next();
    });
  },
  (next) => {
    const inflate = watch('garbage', zlib.createInflate(), ['end', 'finish', 'error', 'close']);
    inflate.write('garbage', said('write'));
    inflate.write('more garbage', said('second write'));
    inflate.end(said('end callback'));
    inflate.on('close', () => { console.log(inflate._handle, inflate.destroyed); next(); });
  },
  (next) => {
    const deflate = watch('closed', zlib.createDeflate(), ['end', 'finish', 'error', 'close', 'data']);
    deflate.write('a', said('write'));
    // The first comes back from the pool when it does, and the second with it.
    deflate.write('b', (error) => { said('second write')(error); setImmediate(next); });
    deflate.close(said('close callback'));
    console.log(deflate._closed, deflate.destroyed, deflate._handle);
  },
  (next) => {
    const deflate = watch('after', zlib.createDeflate(), ['error', 'close']);
    deflate.close();
    deflate.write('a', said('write'));
    deflate.flush(said('flush'));
    deflate.close(said('close callback'));
    try {
      deflate.reset();
    } catch (error) {
      console.log(error.code);
    }
    setImmediate(next);
  },
  (next) => {
    const deflate = watch('ended', zlib.createDeflate(), ['error', 'close', 'finish']);
    deflate.resume();
    deflate.end('x');
    deflate.write('y', said('write after end'));
    setTimeout(next, 20);
  },
  (next) => {
    const inflate = watch('truncated', zlib.createInflate(), ['error', 'close', 'end', 'data']);
    inflate.end(zlib.deflateSync('hello world').subarray(0, -3), said('end callback'));
    inflate.on('close', next);
  },
  (next) => {
    const deflate = zlib.createDeflate();
    deflate.write('not to be seen');
    try {
      deflate.reset();
    } catch (error) {
      console.log(error.name, error.code, error.message);
    }
    deflate.on('data', () => {});
    deflate.flush(() => {
      deflate.reset();
      const chunks = [];
      deflate.on('data', (chunk) => chunks.push(chunk));
      deflate.end('after reset');
      deflate.on('end', () => { console.log(`${zlib.inflateSync(Buffer.concat(chunks))}`); next(); });
    });
  },
];
(function run() { steps.shift()?.(run); })();
