// Streams that are transferred: the stream stays where its source or sink is, and another like it goes on at the other end of a
// pair of ports. What goes over them is the standard's: { type, value }, where the type is chunk, close, error or pull.
//
//   a readable    source ─► stream ─► pipe ─► CrossSink ═ ports ═ CrossSource ─► the stream that arrives
//   a writable    the stream that arrives ─► CrossSink ═ ports ═ CrossSource ─► pipe ─► stream ─► sink
//
// A transform is one of each. The stream that arrives is there from the moment of the transfer; what is asked of it before its port
// has arrived waits for that.
'use strict';

const {
  ArrayPrototypePush, Error, PromiseReject, PromiseResolve, PromisePrototypeThen, PromiseWithResolvers, SafeWeakMap,
} = primordials;

const { MessageChannel, makeUnopened, movePort } = require('internal/messaging/message_port');
const { registerPlatform } = require('web/cloneable_kinds');
const { pipeTo } = require('web/streams/pipe_to');
const { quiet } = require('web/streams/promises');
const { canEnqueue, closeController, enqueue, failController } = require('web/streams/readable_default_controller');
const readable = require('web/streams/readable_stream');
const transform = require('web/streams/transform_stream');
const { failIfWritable } = require('web/streams/writable_controller');
const writable = require('web/streams/writable_stream');

const plain = { __proto__: null, preventAbort: false, preventCancel: false, preventClose: false, signal: undefined };
const NEEDS_TRANSFER = 'Object that needs transfer was found in message but not listed in transferList';

// What both ends have: a port that may be yet to come.
class End {
  port = undefined;
  #early = [];

  #isArrived = false;
  #isWaiting = false;

  // An end that has arrived keeps the program alive while somebody waits for it; one that stayed does not.
  attach(port, isArrived) {
    this.port = port;
    this.#isArrived = isArrived;
    port.on('message', ({ type, value }) => this.hear(type, value));
    port.on('messageerror', (error) => {
      this.send('error', error);
      this.fail(error);
      port.close();
    });
    port.on('close', () => this.closed());
    if (!isArrived || !this.#isWaiting) port.unref();
    for (let i = 0; i < this.#early.length; i++) this.#early[i]();
    this.#early = [];
  }

  waits(isWaiting) {
    this.#isWaiting = isWaiting;
    if (this.port === undefined || !this.#isArrived) return;
    if (isWaiting) this.port.ref();
    else this.port.unref();
  }

  send(type, value) {
    if (this.port === undefined) ArrayPrototypePush(this.#early, () => this.send(type, value));
    else this.port.postMessage({ type, value });
  }

  // Sends what cannot be cloned as the error that says so, which it throws.
  sendOrFail(type, value) {
    try {
      this.port.postMessage({ type, value });
    } catch (error) {
      this.port.postMessage({ type: 'error', value: error });
      throw error;
    }
  }

  // Ends with a reason; if that cannot be cloned, with the error that says so, which is the answer here too.
  endWith(reason) {
    try {
      this.send('error', reason);
    } catch (error) {
      this.send('error', error);
      return PromiseReject(error);
    } finally {
      this.leave();
    }
    return PromiseResolve();
  }

  leave() {
    if (this.port === undefined) ArrayPrototypePush(this.#early, () => this.leave());
    else this.port.close();
  }
}

// Where chunks come out of a port.
class CrossSource extends End {
  state = readable.makeStream({
    __proto__: null,
    pull: () => {
      this.waits(true);
      this.send('pull', undefined);
      return PromiseResolve();
    },
    cancel: (reason) => this.endWith(reason),
  }, 0);

  constructor() { super(); }

  hear(type, value) {
    const { controller } = this.state;
    this.waits(false);
    if (type === 'chunk') {
      if (canEnqueue(controller)) enqueue(controller, value);
    } else if (type === 'close') {
      if (canEnqueue(controller)) closeController(controller);
      this.port.close();
    } else if (type === 'error') {
      this.fail(value);
      this.port.close();
    }
  }

  fail(error) {
    failController(this.state.controller, error);
  }

  // The other end is gone without a word: it may have been a thread that was ended.
  closed() {
    if (canEnqueue(this.state.controller)) this.fail(new Error('The port of the transferred stream was closed'));
  }
}

// Where chunks go into a port: one for each that the other end asks for.
class CrossSink extends End {
  #room = PromiseWithResolvers();
  state = writable.makeWritable({
    __proto__: null,
    write: (chunk, onWritten, onFailed) => {
      this.waits(true);
      const sent = PromisePrototypeThen(this.#room.promise, () => {
        this.#room = PromiseWithResolvers();
        this.waits(false);
        this.sendOrFail('chunk', chunk);
      });
      PromisePrototypeThen(sent, onWritten, (error) => {
        this.leave();
        onFailed(error);
      });
    },
    close: () => {
      this.send('close', undefined);
      this.leave();
      return PromiseResolve();
    },
    abort: (reason) => this.endWith(reason),
  });

  constructor() { super(); }

  hear(type, value) {
    if (type === 'pull') {
      this.#room.resolve();
    } else if (type === 'error') {
      this.fail(value);
    }
  }

  fail(error) {
    failIfWritable(this.state.controller, error);
    this.#room.resolve();
  }

  closed() {
    this.fail(new Error('The port of the transferred stream was closed'));
  }
}

// The ends of streams that have arrived or will, by stream.
const ends = new SafeWeakMap();

function sendReadable(stream) {
  const { port1, port2 } = new MessageChannel();
  const sink = new CrossSink();
  sink.attach(port1, false);
  quiet(pipeTo(readable.stateOf(stream), sink.state, plain));
  return port2;
}

function sendWritable(stream) {
  const { port1, port2 } = new MessageChannel();
  const source = new CrossSource();
  source.attach(port1, false);
  quiet(pipeTo(source.state, writable.stateOf(stream), plain));
  return port2;
}

function makeReadable() {
  const end = new CrossSource();
  const stream = readable.faceOf(end.state);
  ends.set(stream, [end]);
  return stream;
}

function makeWritableStream() {
  const end = new CrossSink();
  const stream = writable.faceOf(end.state);
  ends.set(stream, [end]);
  return stream;
}

function makeTransform() {
  const source = new CrossSource();
  const sink = new CrossSink();
  const stream = transform.makeOf(source.state, sink.state);
  ends.set(stream, [source, sink]);
  return stream;
}

// Has the stream go on over ports that were made for it: at once, or when they arrive.
function connect(stream, ports, isPosted, hidden) {
  for (let i = 0; i < ports.length; i++) {
    const port = makeUnopened();
    movePort(ports[i], port, isPosted);
    if (isPosted) ArrayPrototypePush(hidden, arrival(port, stream, i));
    else ends.get(stream)[i].attach(port, true);
  }
}

// A port on its way; `arrive` is called when it is open.
function arrival(port, stream, index) {
  return { __proto__: null, port, arrive: () => ends.get(stream)[index].attach(port, true) };
}

// In another environment a stream is its ports.
const waiting = new SafeWeakMap();

function unpackWith(make) {
  return (ports, files, hidden) => {
    const stream = make();
    for (let i = 0; i < ports.length; i++) ArrayPrototypePush(hidden, arrival(ports[i], stream, i));
    return stream;
  };
}

const pack = (stream) => waiting.get(stream);

function register(name, is, isLocked, make, send) {
  registerPlatform({
    __proto__: null,
    name,
    is,
    isTransferable: (stream) => !isLocked(stream),
    refusal: () => NEEDS_TRANSFER,
    detached: `Cannot transfer a locked ${name}`,
    makeEmpty: make,
    move(from, to, isPosted, hidden) {
      const first = hidden.length;
      connect(to, send(from), isPosted, hidden);
      const ports = [];
      for (let i = first; i < hidden.length; i++) ArrayPrototypePush(ports, hidden[i].port);
      waiting.set(to, ports);
    },
    pack,
    unpack: unpackWith(make),
  });
}

register('ReadableStream', readable.isReadableStream, (stream) => stream.locked, makeReadable, (stream) => [sendReadable(stream)]);
register('WritableStream', writable.isWritableStream, (stream) => stream.locked, makeWritableStream, (stream) => [sendWritable(stream)]);
register('TransformStream', transform.isTransformStream, (stream) => stream.readable.locked || stream.writable.locked, makeTransform,
  (stream) => [sendReadable(stream.readable), sendWritable(stream.writable)]);
