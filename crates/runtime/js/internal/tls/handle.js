'use strict';

// What `_handle` of a TLSSocket is: a session of the native side over a transport, with the interface of a stream's
// handle, so that net.Socket serves both.
//
// Over a stream of the loop the bytes go from the stream into the session and back without coming here; what comes is the
// word that some have (`true`), and then what became of them is asked for. `internal/tls/duplex_transport` is the
// transport over any other stream.

const { ArrayPrototypePush, FunctionPrototypeCall } = primordials;

const native = internalBinding('tls');
const { runNextTicks } = require('internal/process/task_queues');
const hooks = require('internal/async_hooks/hooks');
const context = require('internal/async_hooks/context');
const { Resource, beginAnew, destroy, enter, goBack, goInside, leave } = require('internal/async_hooks/native_resource');
const { owner } = require('internal/streams/handle');
const { runEarly } = require('internal/timers/immediate');

// The kinds of events that are looked at here: the end of a handshake, a session to be resumed later, and the end.
const HANDSHAKE_DONE = 1;
const NEW_SESSION = 3;
const FAILED = 6;
const EPROTO = -71;
const EBADF = -9;

function nothing() {}

// A write is never done at once, even if the kernel has taken all of it: its callback comes with the next check phase, and
// what is written meanwhile becomes one record.
function later(callback, status) {
  runEarly(() => callback(status));
}

// A session as hooks see it. A socket that is still to be connected has it before it has a handle.
class TLSWrap extends Resource {
  constructor() { super('TLSWRAP'); }
}

class TLSHandle {
  #resource;
  #transport;
  #isClosed = false;
  // Callbacks of what waits for the handshake, and whether there are bytes among it.
  #waiting = [];
  #hasWaitingBytes = false;
  // Of what was to be written with the end of the handshake, when whoever heard of that has closed the connection.
  #refused = undefined;
  #hasEnded = false;
  #hasFailed = false;
  // The reader has enough: what has arrived stays as it is, and so does the end of the connection, until it wants more.
  #isHeld = false;
  // It wants more, and is given it in the next check phase.
  #isGoingOn = false;
  #heldEnd = undefined;
  // What is told is told by the loop, and not from inside of a callback of something else.
  isOutermost = false;
  // An event is being told. What that brings about is told after it.
  #isTelling = false;
  // The end of a handshake is being told. What is written meanwhile becomes records after everything that has arrived has
  // been told, and after another handshake if one is asked for.
  #isConcluding = false;
  #unwritten = [];
  // What waits for the handshake before it tells the peer that nothing more will come.
  #shutdown = null;

  onread = null;
  // Called with the kind of an event and its parts.
  onevent = nothing;
  // Asked for a key that both sides know, if the session is one of those.
  onpsk = undefined;
  reading = false;
  bytesRead = 0;
  bytesWritten = 0;
  // How often the peers have negotiated anew.
  handshakes = 0;
  [owner] = null;

  constructor(session, transport, resource = new TLSWrap()) {
    this.#resource = resource;
    this.session = session;
    this.#transport = transport;
    transport.start(session, (value) => this.#onTransport(value));
  }

  get transport() { return this.#transport; }
  // What stands between this and a stream that is no socket; libraries look for its class.
  get _parentWrap() { return this.#transport; }
  get fd() { return this.#transport.fd; }
  get writeQueueSize() { return this.#transport.writeQueueSize; }
  getAsyncId() { return this.#resource.getAsyncId(); }

  // A request that takes the session over has it call back in its own context; the connection below stays as it is.
  asyncReset() {
    beginAnew(this.#resource, 'TLSWRAP', this.#resource);
  }

  // Calls back as this session, which may be inside of a callback of something else.
  #call(callback, first, second, third) {
    const outer = goInside(this.#resource);
    if (hooks.entering) enter(this.#resource);
    FunctionPrototypeCall(callback, this, first, second, third);
    if (hooks.entering) leave(this.#resource);
    goBack(outer);
  }

  // Whatever is asked for is answered in the context it was asked in.
  #inContext(callback) {
    const frame = context.current;
    return (status, words) => {
      const outer = context.current;
      context.current = frame;
      FunctionPrototypeCall(callback, this, status, words);
      context.current = outer;
    };
  }

  #onTransport(value) {
    if (value === true) {
      this.pump(this.#transport.isOutermost);
      return;
    }
    // The connection itself has ended or failed; what came before goes first.
    if (!this.#isGoingOn) this.pump();
    // A peer that has said what is wrong has said that nothing more will come, however its connection ends.
    if (this.#hasFailed) value = null;
    if (this.#isHeld || this.#isGoingOn || this.#isTelling) {
      this.#heldEnd = value;
    } else if (!this.#hasEnded && !this.#isClosed) {
      this.#hasEnded = true;
      this.#call(this.onread, value);
      this.#shutDownIfPossible();
    }
  }

  // Does what can be done: the handshake, reading, sending. What the loop brings is a callback for each event, with its
  // ticks and promise jobs after it.
  pump(isOutermost = false) {
    if (this.#isTelling) {
      this.flush();
      return;
    }
    this.#isTelling = true;
    try {
      this.#tell(isOutermost);
    } finally {
      this.#isTelling = false;
      this.#isConcluding = false;
    }
    if (this.#isClosed) return;
    const unwritten = this.#unwritten;
    if (unwritten.length > 0) {
      this.#unwritten = [];
      for (let i = 0; i < unwritten.length; i++) native.write(this.session, unwritten[i]);
    }
    this.flush();
    this.#shutDownIfPossible();
    if (!this.#isGoingOn) this.#tellEnd();
  }

  #tell(isOutermost) {
    this.isOutermost = isOutermost;
    let isFirst = true;
    while (!this.#isClosed && !this.#isHeld && !this.#isGoingOn) {
      if (isOutermost && !isFirst) {
        runNextTicks();
        if (this.#isClosed) return;
      }
      isFirst = false;
      this.#isConcluding = false;
      const event = native.nextEvent(this.session, this.onpsk);
      // Whoever was asked for a key may have ended it.
      if (event === undefined || this.#isClosed) break;
      if (event === null) {
        if (this.#hasEnded) continue;
        this.#hasEnded = true;
        this.#call(this.onread, null);
      } else if (event.byteLength !== undefined) {
        this.bytesRead += event.byteLength;
        this.#call(this.onread, event);
        if (!this.reading) this.#isHeld = true;
      } else {
        // The peer is told what is wrong before the connection ends for it.
        if (event[0] === FAILED) {
          this.#hasFailed = true;
          const waiting = this.#hasWaitingBytes ? this.#waiting : [];
          if (this.#hasWaitingBytes) this.#waiting = [];
          this.flush();
          // A handshake that fails under what is to be written is an error of the write.
          for (let i = 0; i < waiting.length; i++) {
            waiting[i](EPROTO, event[1].message);
            if (isOutermost) runNextTicks();
          }
          if (this.#isClosed) return;
          if (waiting.length > 0 && !isOutermost) {
            // The stream tells of its writes in ticks, and goes by their error.
            process.nextTick(() => { if (!this.#isClosed) this.onevent(event[0], event[1]); });
            continue;
          }
        }
        this.#isConcluding = event[0] === HANDSHAKE_DONE;
        // A session that nobody asks for is no callback.
        if (event[0] === NEW_SESSION && !(this[owner]?.listenerCount('session') > 0)) this.onevent(event[0], event[1], event[2]);
        else this.#call(this.onevent, event[0], event[1], event[2]);
        if (this.#refused !== undefined) this.#refuse(isOutermost);
      }
    }
  }

  #refuse(isOutermost) {
    const refused = this.#refused;
    this.#refused = undefined;
    // In TLS 1.2 all that a client has to say has been said by then: a write of nothing waits for nothing.
    const status = this.#hasWaitingBytes || native.version(this.session) === 'TLSv1.3' ? EBADF : 0;
    for (let i = 0; i < refused.length; i++) {
      if (isOutermost) runNextTicks();
      refused[i](status);
    }
    if (isOutermost) runNextTicks();
  }

  #shutDownIfPossible() {
    const callback = this.#shutdown;
    if (callback !== null && (native.isFinished(this.session) || this.#hasEnded || this.#hasFailed)) {
      this.#shutdown = null;
      const status = this.#shutDownNow(callback);
      if (status !== 0) callback(status);
    }
  }

  // Sends what the session has to say, and calls back those whose bytes are among it.
  flush(callback = nothing) {
    const waiting = this.#waiting;
    // Nothing is written before the handshake is done, and be it nothing at all.
    if (waiting.length > 0 && this.#unwritten.length === 0 && !native.hasQueued(this.session) && native.isFinished(this.session)) {
      this.#waiting = [];
      this.#hasWaitingBytes = false;
      const first = callback;
      callback = (status) => {
        for (let i = 0; i < waiting.length; i++) waiting[i](status);
        first(status);
      };
      const status = this.#transport.flush(this.session, callback);
      if (status !== 1) later(callback, status);
      return 1;
    }
    return this.#transport.flush(this.session, callback);
  }

  readStart() {
    if (this.#isHeld) {
      this.#isHeld = false;
      this.#isGoingOn = true;
      runEarly(() => {
        this.#isGoingOn = false;
        this.#goOn();
      });
    }
    return this.#transport.readStart();
  }

  #goOn() {
    if (!this.#isClosed) this.pump();
  }

  // The end of the connection, if it has waited.
  #tellEnd() {
    const end = this.#heldEnd;
    if (end === undefined || this.#isHeld || this.#isClosed) return;
    this.#heldEnd = undefined;
    this.#onTransport(end);
  }

  readStop() { return this.#transport.readStop(); }

  write(chunks, length, callback) {
    if (this.#isClosed) return EBADF;
    this.bytesWritten += length;
    const done = this.#inContext(callback);
    if (this.#isConcluding && length > 0) {
      ArrayPrototypePush(this.#unwritten, chunks);
      ArrayPrototypePush(this.#waiting, done);
      return 1;
    }
    if (native.write(this.session, chunks)) {
      const status = this.flush(done);
      if (status === 0) later(done, 0);
      return status < 0 ? status : 1;
    }
    ArrayPrototypePush(this.#waiting, done);
    if (length > 0) this.#hasWaitingBytes = true;
    this.flush();
    return 1;
  }

  shutdown(callback) {
    if (this.#isClosed) return -107;
    if (!native.isFinished(this.session) && !this.#hasEnded && !this.#hasFailed) {
      this.#shutdown = this.#inContext(callback);
      return 0;
    }
    return this.#shutDownNow(callback);
  }

  #shutDownNow(callback) {
    native.shutDown(this.session);
    this.flush();
    return this.#transport.shutdown(callback);
  }

  close(callback) { return this.#leave('close', callback); }
  reset(callback) { return this.#leave('reset', callback); }

  #leave(how, callback) {
    if (this.#isClosed) return 0;
    this.#isClosed = true;
    destroy(this.#resource);
    let waiting = this.#waiting;
    this.#waiting = [];
    if (this.#isTelling && this.#transport.isOutermost && waiting.length > 0 && native.isFinished(this.session)) {
      this.#refused = waiting;
      waiting = [];
    }
    return this.#transport[how](() => {
      // What never went out has been cancelled.
      for (let i = 0; i < waiting.length; i++) waiting[i](-125);
      callback?.();
    }) ?? 0;
  }

  ref() { this.#transport.ref(); }
  unref() { this.#transport.unref(); }
  hasRef() { return this.#transport.hasRef(); }
  setBlocking(wanted) { return this.#transport.setBlocking(wanted); }
  setNoDelay(wanted) { return this.#transport.setNoDelay(wanted); }
  setKeepAlive(wanted, seconds) { return this.#transport.setKeepAlive(wanted, seconds); }
  getsockname() { return this.#transport.getsockname(); }
  getpeername() { return this.#transport.getpeername(); }
}

// A session over a stream of the loop. `socket` is the net.Socket that had the stream, if there is one.
class StreamTransport {
  #handle;
  #socket;

  constructor(handle, socket) {
    this.#handle = handle;
    this.#socket = socket;
  }

  // The socket tells its own end: nothing is left to wait for.
  isBelowClosed = false;

  // What it reads comes from the loop itself.
  get isOutermost() { return true; }

  start(session, receive) {
    native.attach(session, this.#handle.number);
    this.#handle.onread = receive;
  }

  get fd() { return this.#handle.fd; }
  get writeQueueSize() { return this.#handle.writeQueueSize; }
  getAsyncId() { return this.#handle.getAsyncId(); }
  flush(session, callback) {
    const { number } = this.#handle;
    return number === 0 ? EBADF : native.flush(session, number, callback);
  }
  readStart() { return this.#handle.readStart(); }
  readStop() { return this.#handle.readStop(); }
  shutdown(callback) { return this.#handle.shutdown(callback); }

  close(callback) {
    const socket = this.#socket;
    if (socket === null || socket._handle !== this.#handle) {
      if (this.isBelowClosed) callback();
      // An error that led here is told before the end.
      else if (socket !== null && socket._handle === null) process.nextTick(process.nextTick, callback);
      else this.#handle.close(callback);
      return;
    }
    socket.once('close', callback);
    socket.destroy();
  }

  reset(callback) { return this.#handle.reset(callback); }
  ref() { this.#handle.ref(); }
  unref() { this.#handle.unref(); }
  hasRef() { return this.#handle.hasRef(); }
  setBlocking(wanted) { return this.#handle.setBlocking(wanted); }
  setNoDelay(wanted) { return this.#handle.setNoDelay?.(wanted); }
  setKeepAlive(wanted, seconds) { return this.#handle.setKeepAlive?.(wanted, seconds); }
  getsockname() { return this.#handle.getsockname?.() ?? -22; }
  getpeername() { return this.#handle.getpeername?.() ?? -22; }
}

module.exports = { StreamTransport, TLSHandle, TLSWrap };
