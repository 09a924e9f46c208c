// Native streams as objects: what `_handle` of a socket is.
//
// The loop calls `readReady` once a poll round. It pulls read after read from the native side and hands each
// to the handle it is for; between two of them ticks and microtasks run, as if each read had come alone. If a
// listener throws, the door reports it and the loop asks again for what is left.
'use strict';

const { ReflectApply, Symbol } = primordials;

const native = internalBinding('streams');
const { runNextTicks } = require('internal/process/task_queues');
const context = require('internal/async_hooks/context');
const hooks = require('internal/async_hooks/hooks');

const owner = Symbol('owner_symbol');

// By number; see the binding.
const handles = [undefined];

const { fields, nextRead } = native;

function readReady() {
  for (let chunk = nextRead(); chunk !== undefined; chunk = nextRead()) {
    const handle = handles[fields[0]];
    if (handle !== undefined) {
      if (typeof chunk === 'object' && chunk !== null) handle.bytesRead += chunk.byteLength;
      handle.call(handle.onread, chunk);
    }
    runNextTicks();
  }
}
native.setReader(readReady);

// The status of what was asked of a handle that has been closed.
const EBADF = -9;

class StreamHandle {
  #number;
  #asyncId = ++hooks.lastAsyncId;
  #triggerId = hooks.executionAsyncId;
  #frame = context.current;

  // What is called with bytes, null at the end, a negative errno when reading failed.
  onread = null;
  reading = false;
  bytesRead = 0;
  bytesWritten = 0;
  [owner] = null;

  constructor(number, type) {
    this.#number = number;
    handles[number] = this;
    if (hooks.enabled) hooks.emitInit(this.#asyncId, type, this.#triggerId, this);
  }

  get number() { return this.#number; }
  get fd() { return this.#number === 0 ? -1 : native.fd(this.#number); }
  get writeQueueSize() { return this.#number === 0 ? 0 : native.writeQueueSize(this.#number); }
  getAsyncId() { return this.#asyncId; }

  // Calls back in the async context in which the handle was made.
  call(callback, argument) {
    context.current = this.#frame;
    if (!hooks.enabled) {
      ReflectApply(callback, this, [argument]);
      return;
    }
    hooks.emitBefore(this.#asyncId, this.#triggerId, this);
    ReflectApply(callback, this, [argument]);
    hooks.emitAfter(this.#asyncId);
  }

  // What the native side calls when something of this handle is done.
  completion(callback) {
    return (status) => this.call(callback, status);
  }

  readStart() {
    if (this.#number === 0) return EBADF;
    return native.readStart(this.#number);
  }

  readStop() {
    if (this.#number === 0) return EBADF;
    return native.readStop(this.#number);
  }

  // 0: all is written; 1: the callback will tell; negative: an errno.
  write(chunks, length, callback) {
    if (this.#number === 0) return EBADF;
    this.bytesWritten += length;
    return native.write(this.#number, chunks, this.completion(callback));
  }

  shutdown(callback) {
    if (this.#number === 0) return EBADF;
    return native.shutdown(this.#number, this.completion(callback));
  }

  close(callback) {
    this.#leave(native.close, callback);
  }

  reset(callback) {
    if (this.#number === 0) return EBADF;
    return this.#leave(native.closeReset, callback);
  }

  // Whatever was under way calls back first, then the close, in the closing phase.
  #leave(close, callback) {
    const number = this.#number;
    if (number === 0) return 0;
    const status = close(number, (closed) => {
      handles[number] = undefined;
      if (hooks.enabled) hooks.emitDestroy(this.#asyncId);
      if (typeof callback === 'function') this.call(callback, closed);
    });
    if (status === 0) this.#number = 0;
    return status;
  }

  ref() {
    if (this.#number !== 0) native.setRef(this.#number, true);
  }

  unref() {
    if (this.#number !== 0) native.setRef(this.#number, false);
  }

  hasRef() {
    return this.#number !== 0 && native.hasRef(this.#number);
  }

  setBlocking(blocking) {
    return this.#number === 0 ? EBADF : native.setBlocking(this.#number, blocking);
  }
}

class Pipe extends StreamHandle {
  constructor(number) {
    super(number, 'PIPEWRAP');
  }

  // A pipe over a descriptor; throws what opening it failed with.
  static open(fd) {
    return new Pipe(opened(native.openPipe(fd), 'open'));
  }

  static create(isServer = false) {
    return new Pipe(opened(native.newPipe(isServer), 'socket'));
  }

  connect(name, callback) {
    return native.connectPipe(this.number, name, this.completion(callback));
  }

  bind(name) {
    return native.bindPipe(this.number, name);
  }

  listen(backlog, callback) {
    return native.listen(this.number, backlog, (connection) => {
      this.call(callback, connection < 0 ? connection : new Pipe(connection));
    });
  }
}

class TTY extends StreamHandle {
  constructor(number) {
    super(number, 'TTYWRAP');
  }

  static open(fd) {
    return new TTY(opened(native.openTty(fd), 'open'));
  }
}

class TCP extends StreamHandle {
  constructor(number) {
    super(number, 'TCPWRAP');
  }

  static create(isServer = false) {
    return new TCP(opened(native.newTcp(isServer), 'socket'));
  }

  connect(address, port, callback) {
    return native.connectTcp(this.number, address, port, this.completion(callback));
  }

  bind(address, port, ipv6Only = false, reusePort = false) {
    return native.bindTcp(this.number, address, port, ipv6Only, reusePort);
  }

  listen(backlog, callback) {
    return native.listen(this.number, backlog, (connection) => {
      this.call(callback, connection < 0 ? connection : new TCP(connection));
    });
  }

  getsockname() {
    return addressOf(native.localAddress(this.number));
  }

  getpeername() {
    return addressOf(native.peerAddress(this.number));
  }

  setNoDelay(wanted) {
    return native.setNoDelay(this.number, wanted);
  }

  setKeepAlive(wanted, seconds) {
    return native.setKeepAlive(this.number, wanted ? seconds || 0 : 0);
  }
}

// `{ address, family, port }`, or a negative errno.
function addressOf(found) {
  return typeof found === 'number' ? found : { address: found[0], family: found[1], port: found[2] };
}

function opened(number, syscall) {
  if (number >= 0) return number;
  const { errnoException } = require('internal/errors');
  throw new errnoException(number, syscall);
}

module.exports = { Pipe, StreamHandle, TCP, TTY, owner };
