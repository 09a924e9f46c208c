// Native streams as objects: what `_handle` of a socket is.
//
// The loop calls `readReady` once a poll round. It pulls read after read from the native side and hands each
// to the handle it is for; between two of them ticks and microtasks run, as if each read had come alone. If a
// listener throws, the door reports it and the loop asks again for what is left.
'use strict';

const { ReflectApply, Symbol } = primordials;

const native = internalBinding('streams');
const {
  HandleRequest, NativeResource, beginAnew, comeFromOutside, comesNext, destroy, enter, enterLast, enterRequest, leave,
} = require('internal/async_hooks/native_resource');
const hooks = require('internal/async_hooks/hooks');
const { fastBuffer } = require('internal/buffer/late');

// Loaded with the first callback.
let runNextTicks = () => {
  ({ runNextTicks } = require('internal/process/task_queues'));
  runNextTicks();
};

const owner = Symbol('owner_symbol');
// What a socket is to hooks before it has the handle that it is going to have.
const kResource = Symbol('resource');
// What gives its handle away to whoever calls this: a BoundSocket.
const kAdopt = Symbol('adopt');

// By number; see the binding.
const handles = [undefined];

const { WAITS, fields, nextRead, takeRead } = native;

function readReady() {
  for (let chunk = nextRead(); chunk !== undefined; chunk = nextRead()) {
    const handle = handles[fields[0]];
    if (handle !== undefined) {
      const bytesRead = fields[1];
      handle.bytesRead += bytesRead;
      if (chunk === WAITS) {
        chunk = fastBuffer(bytesRead);
        takeRead(chunk);
      }
      handle.read(chunk, bytesRead);
    }
    runNextTicks();
  }
}
native.setReader(readReady);

// The status of what was asked of a handle that has been closed.
const EBADF = -9;

class WriteWrap extends HandleRequest {
  constructor(handle) { super('WRITEWRAP', handle); }
}

class ShutdownWrap extends HandleRequest {
  constructor(handle) { super('SHUTDOWNWRAP', handle); }
}

class PipeConnectWrap extends HandleRequest {
  constructor(handle) { super('PIPECONNECTWRAP', handle); }
}

class TCPConnectWrap extends HandleRequest {
  constructor(handle) { super('TCPCONNECTWRAP', handle); }
}

// What hooks are shown of a handle that serves somebody else from then on.
class ReusedHandle {
  constructor(type, handle) {
    this.type = type;
    this.handle = handle;
  }
}

class StreamHandle extends NativeResource {
  #number;
  #type;

  // What is called with bytes, in a Buffer if they are few, null at the end, a negative errno when reading failed; with an event of HTTP if a parser
  // consumes the stream.
  onread = null;
  reading = false;
  bytesRead = 0;
  bytesWritten = 0;
  [owner] = null;

  // `make` gives the stream's number, or a negative errno, which is thrown as that of `syscall`. It is the number itself
  // if the stream is there already: a connection of a server, a pipe of a child.
  constructor(type, make, syscall, server) {
    super(type, server?.getAsyncId());
    this.#type = type;
    const isThere = typeof make === 'number';
    const number = isThere ? make : make();
    if (number < 0) {
      destroy(this);
      const { errnoException } = require('internal/errors');
      throw new errnoException(number, syscall);
    }
    // What the native side made by itself is known to the loop by no id yet.
    if (isThere && hooks.enabled) native.adopt(number);
    this.#number = number;
    handles[number] = this;
  }

  // Whether `write` takes Latin-1 text as it is.
  get takesText() { return true; }
  get number() { return this.#number; }
  get fd() { return this.#number === 0 ? -1 : native.fd(this.#number); }
  get writeQueueSize() { return this.#number === 0 ? 0 : native.writeQueueSize(this.#number); }

  // A request that takes a connection over has it call back in its own context.
  asyncReset() {
    beginAnew(this, this.#type, new ReusedHandle(this.#type, this));
    if (!hooks.enabled || this.#number === 0) return;
    comesNext(this);
    native.adopt(this.#number);
  }

  // Calls back in the async context in which the handle was made.
  call(callback, argument) {
    enter(this);
    ReflectApply(callback, this, [argument]);
    leave(this);
  }

  // The same for what was read: a plain call, because there is one for every read.
  read(chunk, bytes) {
    enter(this);
    if (bytes > 0 && hooks.received !== undefined) hooks.received(this, bytes);
    this.onread(chunk);
    leave(this);
  }

  // Asks for something that will call back once, in the context in which it was asked for: `ask` gets what the native side
  // is to call, and gives 0 or a negative errno.
  ask(Request, callback, ask, context) {
    const request = new Request(this);
    const status = ask((result) => this.#answer(request, callback, result, context));
    if (status < 0) destroy(request);
    return status;
  }

  #answer(request, callback, status, context) {
    enterRequest(request);
    ReflectApply(callback, this, [status, context]);
    leave(request);
  }

  readStart() {
    if (this.#number === 0) return EBADF;
    return native.readStart(this.#number);
  }

  readStop() {
    if (this.#number === 0) return EBADF;
    return native.readStop(this.#number);
  }

  // 0: all is written; 1: the callback will tell, with `context`; negative: an errno.
  write(chunks, length, callback, context) {
    if (this.#number === 0) return EBADF;
    this.bytesWritten += length;
    const status = native.write(this.#number, chunks);
    if (status >= 0 && hooks.sent !== undefined) hooks.sent(this, length);
    // What is written at once has no request.
    return status === 1 ? this.#writeRest(callback, context) : status;
  }

  // The same with a line of text.
  writeLine(text, callback) {
    if (this.#number === 0) return EBADF;
    const status = native.writeLine(this.#number, text);
    return status === 1 ? this.#writeRest(callback) : status;
  }

  #writeRest(callback, context) {
    return this.ask(WriteWrap, callback, (done) => native.writeRest(this.#number, done), context) || 1;
  }

  shutdown(callback) {
    if (this.#number === 0) return EBADF;
    return this.ask(ShutdownWrap, callback, (done) => native.shutdown(this.#number, done));
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
    const status = close(number, () => {
      handles[number] = undefined;
      if (typeof callback !== 'function') {
        destroy(this);
        return;
      }
      enterLast(this);
      ReflectApply(callback, this, []);
      leave(this);
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
  constructor(make, syscall, server, type = 'PIPEWRAP') {
    super(type, make, syscall, server);
  }

  // A pipe over a descriptor.
  static open(fd) {
    return new Pipe(() => native.openPipe(fd), 'open');
  }

  static create(isServer = false) {
    return new Pipe(() => native.newPipe(isServer), 'socket', undefined, isServer ? 'PIPESERVERWRAP' : undefined);
  }

  // Writes bytes with another handle; see `write`.
  writeWith(bytes, handle, callback) {
    if (this.number === 0) return EBADF;
    this.bytesWritten += bytes.length;
    if (handle instanceof StreamHandle) {
      return this.ask(WriteWrap, callback, (done) => native.writeWith(this.number, bytes, handle.number, 0, done));
    }
    const fd = handle.duplicate();
    if (fd < 0) return fd;
    const status = this.ask(WriteWrap, callback, (done) => native.writeWith(this.number, bytes, 0, fd, done));
    require('fs').closeSync(fd);
    return status;
  }

  connect(name, callback) {
    return this.ask(PipeConnectWrap, callback, (done) => native.connectPipe(this.number, name, done));
  }

  bind(name) {
    return native.bindPipe(this.number, name);
  }

  listen(backlog, callback) {
    return native.listen(this.number, backlog, (connection) => {
      comeFromOutside();
      this.call(callback, connection < 0 ? connection : new Pipe(connection, undefined, this));
    });
  }
}

class TTY extends StreamHandle {
  constructor(make, syscall) {
    super('TTYWRAP', make, syscall);
  }

  static open(fd) {
    return new TTY(() => native.openTty(fd), 'open');
  }
}

class TCP extends StreamHandle {
  constructor(make, syscall, server, type = 'TCPWRAP') {
    super(type, make, syscall, server);
  }

  // A socket over a descriptor.
  static open(fd) {
    return new TCP(() => native.openTcp(fd), 'open');
  }

  static create(isServer = false) {
    return new TCP(() => native.newTcp(isServer), 'socket', undefined, isServer ? 'TCPSERVERWRAP' : undefined);
  }

  connect(address, port, callback) {
    return this.ask(TCPConnectWrap, callback, (done) => native.connectTcp(this.number, address, port, done));
  }

  bind(address, port, ipv6Only = false, reusePort = false) {
    return native.bindTcp(this.number, address, port, ipv6Only, reusePort);
  }

  listen(backlog, callback) {
    return native.listen(this.number, backlog, (connection) => {
      comeFromOutside();
      this.call(callback, connection < 0 ? connection : new TCP(connection, undefined, this));
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

  setTypeOfService(value) {
    return native.setTypeOfService(this.number, value);
  }

  // Or a negative errno.
  getTypeOfService() {
    return native.typeOfService(this.number);
  }

  setKeepAlive(wanted, seconds) {
    return native.setKeepAlive(this.number, wanted, seconds);
  }
}

// `{ address, family, port }`, or a negative errno.
function addressOf(found) {
  return typeof found === 'number' ? found : { address: found[0], family: found[1], port: found[2] };
}

// Whoever has the handles that keep the program running, and those that are closed and still to be told of it.
function forEachActive(visit) {
  for (let i = 1; i < handles.length; i++) {
    const handle = handles[i];
    if (handle !== undefined && (handle.number === 0 || handle.hasRef())) visit(handle[owner] ?? handle, handle.getAsyncId());
  }
}

module.exports = { Pipe, StreamHandle, TCP, TTY, forEachActive, kAdopt, kResource, owner };
