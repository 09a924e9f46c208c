// The functions of a source, a sink and a transformer are called on their object, with as many arguments each time, however often;
// nobody looks at their names and lengths, or at what a program has made of promises meanwhile.
'use strict';

const CHUNKS = 40;
const seen = {};

function note(name, self, owner, count) {
  const line = `${name}: ${self === owner ? 'its object' : typeof self}, ${count}`;
  seen[line] = (seen[line] ?? 0) + 1;
}

function watched(name, callback) {
  Object.defineProperty(callback, 'name', { get() { console.log(`name of ${name}`); return name; } });
  Object.defineProperty(callback, 'length', { get() { console.log(`length of ${name}`); return 1; } });
  return callback;
}

function behindProxy(name, callback) {
  const trap = (kind) => (...rest) => {
    console.log(`${kind} of ${name}`);
    return Reflect[kind](...rest);
  };
  return new Proxy(callback, { get: trap('get'), getOwnPropertyDescriptor: trap('getOwnPropertyDescriptor'), has: trap('has') });
}

async function pipe(change) {
  let left = CHUNKS;
  const source = {
    pull: change('pull', function(controller) {
      note('pull', this, source, arguments.length);
      if (left-- === 0) controller.close();
      else controller.enqueue(left);
    }),
  };
  const transformer = {
    transform: change('transform', function(chunk, controller) {
      note('transform', this, transformer, arguments.length);
      controller.enqueue(chunk + 1);
    }),
  };
  let sum = 0;
  const sink = {
    write: change('write', function(chunk) {
      note('write', this, sink, arguments.length);
      sum += chunk;
    }),
  };
  const done = new ReadableStream(source).pipeThrough(new TransformStream(transformer)).pipeTo(new WritableStream(sink));
  // What is called from here on is what was given.
  source.pull = transformer.transform = sink.write = () => console.log('replaced');
  await done;
  console.log(sum, JSON.stringify(seen));
}

async function failLate(which) {
  let calls = 0;
  const fail = (name) => {
    if (name === which && ++calls === 20) throw new Error(`${name} failed`);
  };
  let left = CHUNKS;
  const readable = new ReadableStream({
    pull(controller) {
      fail('pull');
      if (left-- === 0) controller.close();
      else controller.enqueue(left);
    },
  });
  const transform = new TransformStream({
    transform(chunk, controller) {
      fail('transform');
      controller.enqueue(chunk);
    },
  });
  const written = [];
  const writable = new WritableStream({
    write(chunk) {
      fail('write');
      written.push(chunk);
    },
  });
  await readable.pipeThrough(transform).pipeTo(writable).catch((error) => console.log(error.message, written.length));
}

(async () => {
  await pipe((name, callback) => callback);
  await pipe(watched);
  await pipe(behindProxy);
  await failLate('pull');
  await failLate('transform');
  await failLate('write');

  const { then } = Promise.prototype;
  let finished = false;
  let left = CHUNKS;
  const stream = new ReadableStream({ pull(controller) { if (left-- === 0) controller.close(); else controller.enqueue(left); } });
  stream.pipeTo(new WritableStream({ write() {} }));
  setTimeout(() => { finished = true; }, 20);
  let calls = 0;
  Promise.prototype.then = function(...rest) {
    calls++;
    return Reflect.apply(then, this, rest);
  };
  const look = () => {
    if (!finished) {
      setTimeout(look, 5);
      return;
    }
    Promise.prototype.then = then;
    console.log(left, stream.locked, calls);
  };
  look();
})();
