// net.Socket: a Duplex over a native stream. Also what the pipes of children and of the standard descriptors are.
//
// A socket has a handle from the moment it connects, or is made with one, until it is destroyed; 'close' comes
// from the handle's close, in the closing phase. Making connections is `internal/net/connect`.
'use strict';

const {
  ArrayIsArray,
  FunctionPrototypeCall,
  MathMax,
  NumberIsNaN,
  ObjectDefineProperties,
  ObjectHasOwn,
  ObjectSetPrototypeOf,
  Symbol,
  Uint8Array,
} = primordials;

// Its errors of system calls load when there is one.
const errors = require('internal/errors');

const {
  codes: {
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_ARG_VALUE,
    ERR_INVALID_FD_TYPE,
    ERR_INVALID_HANDLE_TYPE,
    ERR_SOCKET_CLOSED,
    ERR_SOCKET_CLOSED_BEFORE_CONNECTION,
  },
  genericNodeError,
} = errors;
const { validateAbortSignal, validateInt32, validateNumber } = require('internal/validators');
const { Duplex } = require('internal/stream/duplex');
const { Pipe, TCP, kAdopt, owner } = require('internal/streams/handle');
const { stopTimeout, touch, setStreamTimeout } = require('internal/net/stream_timeout');
const { bufferOver, buffers } = require('internal/buffer/late');

const kHandle = Symbol('kHandle');
const kBytesRead = Symbol('kBytesRead');
const kBytesWritten = Symbol('kBytesWritten');
const kNoDelay = Symbol('kSetNoDelay');
const kKeepAlive = Symbol('kSetKeepAlive');
const kKeepAliveDelay = Symbol('kSetKeepAliveInitialDelay');
const kTypeOfService = Symbol('kSetTOS');
const kLastQueueSize = Symbol('lastWriteQueueSize');
// The handle came bound: there is no other for a second attempt.
const kIsBound = Symbol('isBound');
// The buffer that a reader brings himself, what gives the next one, and what is told of what is in it.
const kBuffer = Symbol('kBuffer');
const kNextBuffer = Symbol('kBufferGen');
const kBufferCallback = Symbol('kBufferCb');

// What is written past the stream, by whoever has set this, goes before what the stream writes.
const kOutput = Symbol('output');

const EBADF = -9;
const ENOTCONN = -107;
const MAX_READ_SIZE = 64 * 1024;

function Socket(options) {
  if (!(this instanceof Socket)) return new Socket(options);
  if (options?.objectMode) {
    throw new ERR_INVALID_ARG_VALUE('options.objectMode', options.objectMode, 'is not supported');
  }
  if (options?.readableObjectMode || options?.writableObjectMode) {
    const name = options.readableObjectMode ? 'readableObjectMode' : 'writableObjectMode';
    throw new ERR_INVALID_ARG_VALUE(`options.${name}`, options[name], 'is not supported');
  }
  if (options?.keepAliveInitialDelay !== undefined) {
    validateNumber(options.keepAliveInitialDelay, 'options.keepAliveInitialDelay');
  }
  if (options?.typeOfService !== undefined) validateInt32(options.typeOfService, 'options.typeOfService', 0, 255);
  if (typeof options === 'number') options = { fd: options };
  else options = { ...options };

  this.connecting = false;
  this._hadError = false;
  this._parent = null;
  this._host = null;
  this[kHandle] = null;
  this[kLastQueueSize] = 0;
  this[kBuffer] = null;
  this[kBufferCallback] = null;
  this[kNextBuffer] = null;
  this._closeAfterHandlingError = false;
  options.allowHalfOpen = !!options.allowHalfOpen;
  // Set where the end is decided, not here.
  options.emitClose = false;
  options.autoDestroy = true;
  options.decodeStrings = false;
  const { handle } = options;
  const isBound = typeof handle?.[kAdopt] === 'function';
  if (isBound) {
    this._handle = handle[kAdopt]();
    this[kIsBound] = true;
  } else if (handle) {
    this._handle = handle;
  } else if (options.fd !== undefined) {
    this._handle = handleOf(options.fd);
  }
  if (options.signal) validateAbortSignal(options.signal, 'options.signal');
  FunctionPrototypeCall(Duplex, this, options);
  // Told of an abort that came before it, a socket is as new all the same.
  if (this.destroyed) FunctionPrototypeCall(this._undestroy, this);
  this.allowHalfOpen = options.allowHalfOpen;
  this._sockname = null;
  this._pendingData = null;
  this._pendingEncoding = '';
  this.server = null;
  this._server = null;
  this[kNoDelay] = !!options.noDelay;
  this[kKeepAlive] = !!options.keepAlive;
  this[kKeepAliveDelay] = MathMax(0, ~~(options.keepAliveInitialDelay / 1000));
  this[kTypeOfService] = options.typeOfService;
  this[kBytesRead] = 0;
  this[kBytesWritten] = 0;

  useOwnBuffer(this, options.onread);
  this.on('end', onReadableStreamEnd);
  if (this._handle !== null) adopt(this, this._handle);
  if (this._handle !== null && !isBound && options.readable !== false && !options.manualStart) {
    if (options.pauseOnCreate) {
      this._handle.reading = false;
      this._handle.readStop();
      this.readableFlowing = false;
    } else {
      this.read(0);
    }
  }
}
ObjectSetPrototypeOf(Socket.prototype, Duplex.prototype);
ObjectSetPrototypeOf(Socket, Duplex);

function handleOf(fd) {
  validateInt32(fd, 'fd', 0);
  const type = internalBinding('stdio').guessHandleType(fd);
  if (type === 'PIPE') return Pipe.open(fd);
  if (type === 'TCP') return TCP.open(fd);
  throw new ERR_INVALID_FD_TYPE(type);
}

// What is no buffer and callback is passed over, as Node does.
function useOwnBuffer(socket, onread) {
  const { buffer, callback } = onread ?? {};
  if (typeof callback !== 'function') return;
  if (typeof buffer !== 'function' && !(buffer instanceof Uint8Array)) return;
  // Buffers that are given one by one are asked for when there is a handle to fill them.
  socket[kNextBuffer] = typeof buffer === 'function' ? buffer : null;
  socket[kBuffer] = typeof buffer === 'function' ? true : buffer;
  socket[kBufferCallback] = callback;
}

// Makes a handle the socket's.
function adopt(socket, handle) {
  handle[owner] = socket;
  handle.onread = onRead;
  if (socket[kNextBuffer] !== null) socket[kBuffer] = socket[kNextBuffer]();
  if (socket[kBuffer]) limitReads(socket, handle);
}

// The connection is there and can be told what the socket was.
function setUpConnection(socket) {
  const { _handle: handle } = socket;
  if (socket[kNoDelay] && handle.setNoDelay) handle.setNoDelay(true);
  if (socket[kKeepAlive] && handle.setKeepAlive) handle.setKeepAlive(true, socket[kKeepAliveDelay]);
  if (socket[kTypeOfService] !== undefined && handle.setTypeOfService) handle.setTypeOfService(socket[kTypeOfService]);
}

function limitReads(socket, handle) {
  const size = socket[kBuffer].length;
  if (size < MAX_READ_SIZE && handle.number !== undefined) internalBinding('streams').setReadSize(handle.number, size);
}

// Reading

function onRead(chunk) {
  const socket = this[owner];
  if (socket === null) return;
  touch(socket);
  if (chunk === null) {
    if (socket._handle === null) return;
    if (socket._readableState.endEmitted) {
      if (socket._readableState.length === 0) socket.destroy();
      return;
    }
    socket.push(null);
    if (socket.readableLength === 0) socket.read(0);
  } else if (typeof chunk === 'number') {
    socket.destroy(new errors.errnoException(chunk, 'read'));
  } else if (socket[kBuffer]) {
    fillOwnBuffer(socket, this, chunk);
  } else {
    const more = socket.push(bufferOver(chunk));
    if (!more && this.reading) stopReading(socket, this);
  }
}

function fillOwnBuffer(socket, handle, chunk) {
  // The kernel's reads are as long as the buffer at most, those of TLS are not.
  if (chunk.length > socket[kBuffer].length && socket[kBuffer].length > 0) {
    const rest = chunk.subarray(socket[kBuffer].length);
    fillOwnBuffer(socket, handle, chunk.subarray(0, socket[kBuffer].length));
    if (!socket.destroyed) fillOwnBuffer(socket, handle, rest);
    return;
  }
  const buffer = socket[kBuffer];
  buffer.set(chunk);
  const goesOn = socket[kBufferCallback](chunk.length, buffer) !== false;
  if (!goesOn) stopReading(socket, handle);
  if (socket[kNextBuffer] !== null) {
    const next = socket[kNextBuffer]();
    if (next) {
      socket[kBuffer] = next;
      if (socket._handle !== null) limitReads(socket, handle);
    }
  }
}

function stopReading(socket, handle) {
  handle.reading = false;
  if (socket.destroyed) return;
  const status = handle.readStop();
  if (status !== 0) socket.destroy(new errors.errnoException(status, 'read'));
}

function startReading(socket) {
  socket._handle.reading = true;
  const status = socket._handle.readStart();
  // A handle of a program's own may have nothing to say.
  if (status) socket.destroy(new errors.errnoException(status, 'read'));
}

Socket.prototype._read = function _read(size) {
  if (this.connecting || this._handle === null) {
    this.once('connect', () => this._read(size));
  } else if (!this._handle.reading) {
    startReading(this);
  }
};

// With a buffer of its own the stream below has nothing to hold back: pausing is not reading.
Socket.prototype.pause = function pause() {
  if (this[kBuffer] && !this.connecting && this._handle?.reading) {
    this._handle.reading = false;
    if (!this.destroyed) {
      const status = this._handle.readStop();
      if (status !== 0) this.destroy(new errors.errnoException(status, 'read'));
    }
  }
  return FunctionPrototypeCall(Duplex.prototype.pause, this);
};

function readOwnBufferAgain(socket) {
  if (socket[kBuffer] && !socket.connecting && socket._handle !== null && !socket._handle.reading) startReading(socket);
}

Socket.prototype.resume = function resume() {
  readOwnBufferAgain(this);
  return FunctionPrototypeCall(Duplex.prototype.resume, this);
};

Socket.prototype.read = function read(size) {
  readOwnBufferAgain(this);
  return FunctionPrototypeCall(Duplex.prototype.read, this, size);
};

function onReadableStreamEnd() {
  if (!this.allowHalfOpen) this.write = writeAfterEnd;
}

function writeAfterEnd(chunk, encoding, callback) {
  if (!this.writableEnded) return FunctionPrototypeCall(Duplex.prototype.write, this, chunk, encoding, callback);
  if (typeof encoding === 'function') callback = encoding;
  const error = genericNodeError('This socket has been ended by the other party', { code: 'EPIPE' });
  if (typeof callback === 'function') process.nextTick(callback, error);
  this.destroy(error);
  return false;
}

// Writing

Socket.prototype._writeGeneric = function(many, data, encoding, callback) {
  this[kOutput]?.flush();
  if (this.connecting) {
    this._pendingData = data;
    this._pendingEncoding = encoding;
    const onClose = () => callback(new ERR_SOCKET_CLOSED_BEFORE_CONNECTION());
    this.once('connect', function connect() {
      this.off('close', onClose);
      this._writeGeneric(many, data, encoding, callback);
    });
    this.once('close', onClose);
    return;
  }
  this._pendingData = null;
  this._pendingEncoding = '';
  if (this._handle === null) {
    callback(new ERR_SOCKET_CLOSED());
    return;
  }
  touch(this);
  const handle = this._handle;
  const takesText = handle.takesText === true;
  const chunks = many ? bytesOfAll(data, takesText) : bytesOf(data, encoding, takesText);
  const length = many ? lengthOf(chunks) : chunks.length;
  // Some handles have words of their own for what went wrong.
  const status = handle.write(chunks, length, (result, words) => {
    this[kLastQueueSize] = 0;
    if (this.destroyed) {
      callback(result < 0 ? new errors.errnoException(result, 'write', words) : undefined);
      return;
    }
    if (result < 0) {
      const error = new errors.errnoException(result, 'write', words);
      callback(error);
      return;
    }
    touch(this);
    callback(null);
  });
  if (status === 0) {
    callback();
  } else if (status < 0) {
    callback(new errors.errnoException(status, 'write'));
  } else {
    this[kLastQueueSize] = handle.writeQueueSize;
  }
};

// Text whose units are its bytes needs no Buffer, if the handle takes it.
function bytesOf(chunk, encoding, takesText) {
  if (typeof chunk !== 'string' || (takesText && (encoding === 'latin1' || encoding === 'binary'))) return chunk;
  return buffers().from(chunk, encoding);
}

function bytesOfAll(entries, takesText) {
  const chunks = [];
  for (let i = 0; i < entries.length; i++) {
    chunks[i] = entries.allBuffers ? entries[i].chunk : bytesOf(entries[i].chunk, entries[i].encoding, takesText);
  }
  return chunks;
}

function lengthOf(chunks) {
  let length = 0;
  for (let i = 0; i < chunks.length; i++) length += chunks[i].length;
  return length;
}

Socket.prototype._writev = function(chunks, callback) {
  this._writeGeneric(true, chunks, '', callback);
};

Socket.prototype._write = function(data, encoding, callback) {
  this._writeGeneric(false, data, encoding, callback);
};

// Ending

Socket.prototype._final = function(callback) {
  this[kOutput]?.flush();
  if (this.connecting) {
    this.once('connect', () => this._final(callback));
    return;
  }
  if (this._handle === null) {
    callback();
    return;
  }
  // How it went does not matter: if the connection is gone, reading says so.
  const status = this._handle.shutdown(() => callback());
  // The other side is gone already: there is nobody left to tell.
  if (status === 1 || status === ENOTCONN) callback();
  else if (status < 0) callback(new errors.errnoException(status, 'shutdown'));
};

Socket.prototype.end = function end(data, encoding, callback) {
  FunctionPrototypeCall(Duplex.prototype.end, this, data, encoding, callback);
  return this;
};

Socket.prototype.destroySoon = function destroySoon() {
  if (this.writable) this.end();
  if (this.writableFinished) this.destroy();
  else this.once('finish', this.destroy);
};

Socket.prototype._destroy = function(exception, callback) {
  this[kOutput]?.flush();
  this.connecting = false;
  for (let socket = this; socket !== null; socket = socket._parent) stopTimeout(socket);

  const handle = this._handle;
  if (handle !== null) {
    const hadError = !!exception;
    this[kBytesRead] = handle.bytesRead;
    this[kBytesWritten] = handle.bytesWritten;
    const closed = () => this.emit('close', hadError);
    if (this.resetAndClosing) {
      this.resetAndClosing = false;
      const status = handle.reset(closed);
      if (status !== 0) this.emit('error', new errors.errnoException(status, 'reset'));
    } else if (this._closeAfterHandlingError) {
      // The close is put off: whoever is told of the error first can still ask who the peer is.
      queueMicrotask(() => handle.close(closed));
    } else {
      handle.close(closed);
    }
    handle.onread = ignore;
    handle[owner] = null;
    if (!this._closeAfterHandlingError) this._handle = null;
    this._sockname = null;
    callback(exception);
  } else {
    callback(exception);
    process.nextTick(emitClose, this);
  }
  if (this._server) {
    this._server._connections--;
    this._server._emitCloseIfDrained?.();
  }
};

function ignore() {}

// Of a socket that never had a connection it is not said whether it went wrong.
function emitClose(socket) {
  socket.emit('close');
}

Socket.prototype._reset = function() {
  this.resetAndClosing = true;
  return this.destroySoon();
};

Socket.prototype.resetAndDestroy = function() {
  if (this._handle === null) {
    this.destroy(new ERR_SOCKET_CLOSED());
    return this;
  }
  if (!(this._handle instanceof TCP)) throw new ERR_INVALID_HANDLE_TYPE();
  if (this.connecting) this.once('connect', () => resetNow(this));
  else resetNow(this);
  return this;
};

function resetNow(socket) {
  socket.resetAndClosing = true;
  socket.destroy();
}

// Time

Socket.prototype._unrefTimer = function() {
  touch(this);
};

Socket.prototype.setTimeout = setStreamTimeout;

Socket.prototype._onTimeout = function() {
  const handle = this._handle;
  if (handle !== null && this[kLastQueueSize] > 0) {
    // A large write that goes on is activity, though nothing is called back.
    const size = handle.writeQueueSize;
    if (size !== this[kLastQueueSize]) {
      this[kLastQueueSize] = size;
      touch(this);
      return;
    }
  }
  this.emit('timeout');
};

// Options of the connection; what is asked before there is one is done then.

Socket.prototype.setNoDelay = function setNoDelay(enable) {
  const wanted = enable === undefined || !!enable;
  if (this._handle === null) {
    this[kNoDelay] = wanted;
  } else if (this._handle.setNoDelay && wanted !== this[kNoDelay]) {
    this[kNoDelay] = wanted;
    this._handle.setNoDelay(wanted);
  }
  return this;
};

Socket.prototype.setKeepAlive = function setKeepAlive(enable, initialDelayMs) {
  const wanted = !!enable;
  const delay = ~~(initialDelayMs / 1000);
  if (this._handle === null) {
    this[kKeepAlive] = wanted;
    this[kKeepAliveDelay] = delay;
  } else if (this._handle.setKeepAlive && (wanted !== this[kKeepAlive] || (wanted && this[kKeepAliveDelay] !== delay))) {
    this[kKeepAlive] = wanted;
    this[kKeepAliveDelay] = delay;
    this._handle.setKeepAlive(wanted, delay);
  }
  return this;
};

Socket.prototype.setTypeOfService = function setTypeOfService(tos) {
  if (NumberIsNaN(tos)) throw new ERR_INVALID_ARG_TYPE('tos', 'number', tos);
  validateInt32(tos, 'tos', 0, 255);
  this[kTypeOfService] = tos;
  if (this._handle?.setTypeOfService === undefined) return this;
  const status = this._handle.setTypeOfService(tos);
  // There is no socket yet: it is told when it is there.
  if (status !== 0 && !(this.connecting && status === EBADF)) throw new errors.errnoException(status, 'setTypeOfService');
  return this;
};

Socket.prototype.getTypeOfService = function getTypeOfService() {
  if (this._handle?.getTypeOfService === undefined) return this[kTypeOfService] ?? 0;
  const found = this._handle.getTypeOfService();
  if (found >= 0) return found;
  if (this.connecting && found === EBADF) return this[kTypeOfService] ?? 0;
  throw new errors.errnoException(found, 'getTypeOfService');
};

Socket.prototype.ref = function ref() {
  if (this._handle === null) this.once('connect', this.ref);
  else this._handle.ref();
  return this;
};

Socket.prototype.unref = function unref() {
  if (this._handle === null) this.once('connect', this.unref);
  else this._handle.unref();
  return this;
};

Socket.prototype.connect = function connect(...args) {
  return require('internal/net/connect').connect(this, args);
};

// Who is on which end.

// By a method that a program has put into the handle, it is what that fills out, as in Node.
function nameBy(handle, method) {
  if (!ObjectHasOwn(handle, method)) return handle[method]();
  const found = {};
  return handle[method](found) || found;
}

function peerOf(socket) {
  if (socket._handle === null || socket._handle.getpeername === undefined || socket.connecting) {
    return socket._peername || {};
  }
  if (!socket._peername) {
    const found = nameBy(socket._handle, 'getpeername');
    if (typeof found === 'number') return {};
    socket._peername = found;
  }
  return socket._peername;
}

function nameOf(socket) {
  if (socket._handle === null || socket._handle.getsockname === undefined) return {};
  if (socket._sockname === null) {
    const found = nameBy(socket._handle, 'getsockname');
    if (typeof found === 'number') return {};
    socket._sockname = found;
  }
  return socket._sockname;
}

Socket.prototype._getpeername = function() { return peerOf(this); };
Socket.prototype._getsockname = function() { return nameOf(this); };
Socket.prototype.address = function address() { return nameOf(this); };

const getter = (get, set) => ({ __proto__: null, configurable: false, enumerable: true, get, set });

ObjectDefineProperties(Socket.prototype, {
  _handle: getter(
    function() { return this[kHandle]; },
    function(handle) { this[kHandle] = handle; }),
  _connecting: getter(function() { return this.connecting; }),
  pending: getter(function() { return this._handle === null || this.connecting; }),
  readyState: getter(function() {
    if (this.connecting) return 'opening';
    if (this.readable) return this.writable ? 'open' : 'readOnly';
    return this.writable ? 'writeOnly' : 'closed';
  }),
  bufferSize: getter(function() { return this._handle === null ? undefined : this.writableLength; }),
  bytesRead: getter(function() { return this._handle === null ? this[kBytesRead] : this._handle.bytesRead; }),
  _bytesDispatched: getter(function() {
    return this._handle === null ? this[kBytesWritten] : this._handle.bytesWritten;
  }),
  bytesWritten: getter(bytesWritten),
  remoteAddress: getter(function() { return peerOf(this).address; }),
  remoteFamily: getter(function() { return peerOf(this).family; }),
  remotePort: getter(function() { return peerOf(this).port; }),
  localAddress: getter(function() { return nameOf(this).address; }),
  localFamily: getter(function() { return nameOf(this).family; }),
  localPort: getter(function() { return nameOf(this).port; }),
});

// What is still buffered counts as well: it will be written.
function bytesWritten() {
  const state = this._writableState;
  if (!state) return undefined;
  let bytes = this._bytesDispatched;
  const waiting = state.getBuffer();
  for (let i = 0; i < waiting.length; i++) bytes += byteLength(waiting[i].chunk, waiting[i].encoding);
  const pending = this._pendingData;
  if (ArrayIsArray(pending)) {
    for (let i = 0; i < pending.length; i++) bytes += byteLength(pending[i].chunk, pending[i].encoding);
  } else if (pending) {
    bytes += byteLength(pending, this._pendingEncoding);
  }
  return bytes;
}

function byteLength(chunk, encoding) {
  return typeof chunk === 'string' ? buffers().byteLength(chunk, encoding) : chunk.length;
}

module.exports = { Socket, adopt, kIsBound, kOutput, onRead, setUpConnection, useOwnBuffer };
