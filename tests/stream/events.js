// Which event follows which, on every kind of stream: flowing and paused, written, transformed, piped,
// destroyed.
const { Duplex, PassThrough, Readable, Transform, Writable, finished, pipeline } = require('node:stream');

const EVENTS = ['readable', 'data', 'end', 'finish', 'prefinish', 'drain', 'pause', 'resume', 'pipe', 'unpipe', 'error', 'close'];

// Prints the events of a stream. 'readable' and 'data' change how it flows, so they are asked for.
function watch(name, stream, ...extra) {
  for (const event of EVENTS) {
    if ((event === 'readable' || event === 'data') && !extra.includes(event)) continue;
    stream.on(event, (value) => {
      const shown = value instanceof Error ? value.code ?? value.message :
        value instanceof Uint8Array ? String(value) :
          typeof value === 'object' && value ? value.constructor.name : value;
      console.log(name, event, shown);
    });
  }
  return stream;
}

const scenarios = {
  flowing() {
    const source = watch('source', new Readable({ read() {} }), 'data');
    source.push('a');
    process.nextTick(() => {
      console.log('tick');
      source.push('b');
      source.push(null);
    });
  },
  reading_by_hand() {
    let left = 3;
    const source = new Readable({
      highWaterMark: 16,
      read(size) {
        console.log('asked for', size);
        this.push(left-- > 0 ? 'x'.repeat(10) : null);
      },
    });
    watch('source', source).on('readable', () => {
      for (let chunk = source.read(); chunk !== null; chunk = source.read()) console.log('got', String(chunk));
    });
  },
  paused() {
    const source = watch('source', new Readable({ read() {} }), 'data');
    source.push('a');
    source.pause();
    setImmediate(() => {
      source.push('b');
      source.resume();
      source.push(null);
    });
  },
  slow_sink() {
    const sink = watch('sink', new Writable({
      highWaterMark: 5,
      write(chunk, encoding, callback) {
        console.log('write', String(chunk), encoding);
        setImmediate(callback);
      },
      final(callback) {
        console.log('final');
        callback();
      },
    }));
    console.log(sink.write('abc'), sink.write('defg', () => console.log('written')));
    sink.end('z', () => console.log('ended'));
  },
  sink_at_once() {
    const sink = watch('sink', new Writable({
      highWaterMark: 3,
      write(chunk, encoding, callback) {
        callback();
      },
    }));
    console.log(sink.write('abc', () => console.log('one')), sink.write('de', () => console.log('two')));
    sink.end(() => console.log('ended'));
    process.nextTick(() => console.log('tick'));
    Promise.resolve().then(() => console.log('microtask'));
  },
  corked() {
    const sink = watch('sink', new Writable({
      writev(chunks, callback) {
        console.log('writev', chunks.map(({ chunk }) => String(chunk)), chunks.allBuffers);
        callback();
      },
    }));
    sink.cork();
    sink.write('a');
    sink.write('b');
    sink.uncork();
    sink.end('c');
  },
  failing_sink() {
    const sink = watch('sink', new Writable({
      write(chunk, encoding, callback) {
        callback(new Error('boom'));
      },
    }));
    sink.write('a', (error) => console.log('first', error.message));
    sink.write('b', (error) => console.log('second', error.code ?? error.message));
    sink.end((error) => console.log('end', error?.code ?? error?.message));
  },
  write_after_end() {
    const sink = watch('sink', new Writable({ write(chunk, encoding, callback) { callback(); } }));
    sink.end();
    console.log(sink.write('x', (error) => console.log(error.code)));
  },
  destroyed() {
    const source = watch('source', new Readable({
      read() {},
      destroy(error, callback) {
        console.log('destroying', error.message);
        setImmediate(callback, error);
      },
    }));
    source.destroy(new Error('no'), (error) => console.log('callback', error.message));
    console.log(source.destroyed, source.closed);
  },
  constructed_late() {
    const both = watch('both', new Duplex({
      construct(callback) { setImmediate(callback); },
      read() {
        this.push('hi');
        this.push(null);
      },
      write(chunk, encoding, callback) {
        console.log('write', String(chunk));
        callback();
      },
    }), 'data');
    both.end('x');
  },
  transformed() {
    const upper = watch('upper', new Transform({
      transform(chunk, encoding, callback) { callback(null, String(chunk).toUpperCase()); },
      flush(callback) { callback(null, '!'); },
    }), 'data');
    upper.write('ab');
    upper.end('cd');
  },
  piped() {
    const sink = new Writable({
      objectMode: true,
      highWaterMark: 1,
      write(chunk, encoding, callback) {
        console.log('write', chunk);
        setImmediate(callback);
      },
    });
    watch('source', Readable.from(['a', 'b', 'c'])).pipe(watch('sink', sink));
  },
  piped_twice() {
    const source = new PassThrough();
    const sink = (name, highWaterMark) => watch(name, new Writable({
      highWaterMark,
      write(chunk, encoding, callback) {
        console.log(name, String(chunk));
        setImmediate(callback);
      },
    }));
    source.pipe(sink('small', 2));
    source.pipe(sink('large', 100));
    source.write('hello');
    source.end('z');
  },
  pipeline() {
    pipeline(
      Readable.from(['a', 'b']),
      async function* double(source) {
        for await (const chunk of source) yield chunk + chunk;
      },
      watch('sink', new Writable({
        objectMode: true,
        write(chunk, encoding, callback) {
          console.log('write', chunk);
          callback();
        },
      })),
      (error) => console.log('done', error));
  },
  broken_pipeline() {
    const source = watch('source', new Readable({ read() {} }));
    const sink = watch('sink', new Writable({ write(chunk, encoding, callback) { callback(); } }));
    pipeline(source, sink, (error) => console.log('done', error.message));
    setImmediate(() => source.destroy(new Error('bad')));
  },
  finished_too_early() {
    const sink = new Writable({ write(chunk, encoding, callback) { callback(); } });
    finished(sink, (error) => console.log(error.code));
    sink.destroy();
  },
  async iterated() {
    const source = watch('source', Readable.from([1, 2, 3]));
    for await (const chunk of source) {
      console.log(chunk);
      if (chunk === 2) break;
    }
    console.log(source.destroyed);
  },
  async helpers() {
    console.log(await Readable.from([1, 2, 3, 4]).map(async (x) => x * 2).filter((x) => x > 2).toArray());
    console.log(await Readable.from([1, 2, 3]).reduce((a, b) => a + b), await Readable.from([1, 2, 3]).take(2).toArray());
  },
  torn_characters() {
    const source = watch('source', new Readable({ encoding: 'utf8', read() {} }), 'data');
    for (const byte of Buffer.from('h\u00e9\u65e5')) source.push(Buffer.from([byte]));
    source.push(null);
  },
};

process.on('uncaughtException', (error) => console.log('uncaught', error.message));
(async () => {
  for (const name in scenarios) {
    console.log(`-- ${name}`);
    await scenarios[name]();
    for (let i = 0; i < 20; i++) await new Promise(setImmediate);
  }
})();
