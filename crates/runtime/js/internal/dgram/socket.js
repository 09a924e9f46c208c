// dgram.Socket: an emitter over a UDP handle.
//
// A socket is bound before anything can be sent; what is asked earlier is done when it is ('listening'), or forgotten if
// that fails. Names are looked up by a function that the handle carries, so that programs can bring their own. 'close' and
// 'connect' come in a tick.
'use strict';

const {
  ArrayPrototypePush,
  FunctionPrototypeCall,
  ObjectSetPrototypeOf,
  Promise,
  PromiseResolve,
  ReflectApply,
  Symbol,
  SymbolAsyncDispose,
} = primordials;

const EventEmitter = require('events');
const {
  ExceptionWithHostPort,
  codes: {
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_ARG_VALUE,
    ERR_INVALID_FD_TYPE,
    ERR_IP_BLOCKED,
    ERR_MISSING_ARGS,
    ERR_SOCKET_ALREADY_BOUND,
    ERR_SOCKET_BAD_BUFFER_SIZE,
    ERR_SOCKET_BAD_TYPE,
    ERR_SOCKET_BUFFER_SIZE,
    ERR_SOCKET_DGRAM_IS_CONNECTED,
    ERR_SOCKET_DGRAM_NOT_CONNECTED,
    ERR_SOCKET_DGRAM_NOT_RUNNING,
  },
  errnoException,
} = require('internal/errors');
const {
  validateAbortSignal, validateFunction, validateNumber, validateObject, validatePort, validateString, validateUint32,
} = require('internal/validators');
const { Buffer } = require('internal/buffer/buffer');
const { isIP } = require('internal/ip_address');
const { UDP, owner } = require('internal/dgram/handle');
const { slice, toList, validateSendTo } = require('internal/dgram/arguments');

const { IPV6_ONLY, REUSE_ADDRESS, REUSE_PORT } = internalBinding('udp');

const kState = Symbol('state symbol');
const kAsyncId = Symbol('async_id_symbol');

const UNBOUND = 0;
const BINDING = 1;
const BOUND = 2;

const DISCONNECTED = 0;
const CONNECTING = 1;
const CONNECTED = 2;

// The most bytes that a buffer may be asked to have.
const MAX_INT = 0x7fffffff;
const EINVAL = -22;

function Socket(type, listener) {
  FunctionPrototypeCall(EventEmitter, this);
  let options = {};
  if (type !== null && typeof type === 'object') {
    options = type;
    type = options.type;
    if (options.recvBufferSize) validateUint32(options.recvBufferSize, 'options.recvBufferSize');
    if (options.sendBufferSize) validateUint32(options.sendBufferSize, 'options.sendBufferSize');
    if (options.receiveBlockList) validateBlockList(options.receiveBlockList, 'options.receiveBlockList');
    if (options.sendBlockList) validateBlockList(options.sendBlockList, 'options.sendBlockList');
  }
  const handle = makeHandle(type, options.lookup);
  handle[owner] = this;
  this[kAsyncId] = handle.getAsyncId();
  this.type = type;
  if (typeof listener === 'function') this.on('message', listener);
  this[kState] = {
    handle,
    receiving: false,
    bindState: UNBOUND,
    connectState: DISCONNECTED,
    queue: undefined,
    reuseAddr: options.reuseAddr,
    reusePort: options.reusePort,
    ipv6Only: options.ipv6Only,
    recvBufferSize: options.recvBufferSize,
    sendBufferSize: options.sendBufferSize,
    receiveBlockList: options.receiveBlockList,
    sendBlockList: options.sendBlockList,
  };
  if (options.signal !== undefined) closeOnAbort(this, options.signal);
}
ObjectSetPrototypeOf(Socket.prototype, EventEmitter.prototype);
ObjectSetPrototypeOf(Socket, EventEmitter);

function validateBlockList(value, name) {
  const { isBlockList } = require('internal/net/block_list');
  if (!isBlockList(value)) throw new ERR_INVALID_ARG_TYPE(name, 'net.BlockList', value);
}

function makeHandle(type, lookup) {
  if (type !== 'udp4' && type !== 'udp6') throw new ERR_SOCKET_BAD_TYPE();
  if (lookup === undefined) ({ lookup } = require('dns'));
  else validateFunction(lookup, 'lookup');
  const family = type === 'udp4' ? 4 : 6;
  const loopback = type === 'udp4' ? '127.0.0.1' : '::1';
  const handle = new UDP(family);
  handle.lookup = (address, callback) => lookup(address || loopback, family, callback);
  return handle;
}

function closeOnAbort(socket, signal) {
  validateAbortSignal(signal, 'options.signal');
  const onAborted = () => {
    if (socket[kState].handle !== null) socket.close();
  };
  if (signal.aborted) {
    onAborted();
    return;
  }
  signal.addEventListener('abort', onAborted, { once: true });
  socket.once('close', () => signal.removeEventListener('abort', onAborted));
}

function healthCheck(socket) {
  if (socket[kState].handle === null) throw new ERR_SOCKET_DGRAM_NOT_RUNNING();
}

function unspecified(socket) {
  return socket.type === 'udp4' ? '0.0.0.0' : '::';
}

// Binding

Socket.prototype.bind = function bind(port, address) {
  healthCheck(this);
  const state = this[kState];
  if (state.bindState !== UNBOUND) throw new ERR_SOCKET_ALREADY_BOUND();
  state.bindState = BINDING;
  const callback = arguments.length !== 0 && arguments[arguments.length - 1];
  if (typeof callback === 'function') callWhenListening(this, callback);
  if (port instanceof UDP) {
    takeHandle(this, port);
    this.emit('listening');
    return this;
  }
  let isShared = !state.reusePort && isInWorker();
  if (port !== null && typeof port === 'object') {
    if (port.exclusive) isShared = false;
    if (typeof port.fd === 'number' && port.fd > 0) {
      bindDescriptor(this, port.fd);
      return this;
    }
    address = port.address || '';
    port = port.port;
  } else {
    address = typeof address === 'function' ? '' : address;
  }
  // Without an address it is every one of the family.
  if (!address) address = unspecified(this);
  state.handle.lookup(address, (error, ip) => {
    if (state.handle === null) return;
    if (error) {
      state.bindState = UNBOUND;
      this.emit('error', error);
      return;
    }
    if (isShared) {
      bindThroughPrimary(this, ip, port || 0);
      return;
    }
    const status = state.handle.bind(ip, port || 0, bindFlags(state, this.type));
    if (status !== 0) {
      state.bindState = UNBOUND;
      this.emit('error', new ExceptionWithHostPort(status, 'bind', ip, port));
      return;
    }
    startListening(this);
    this.emit('listening');
  });
  return this;
};

// A handle that is bound already, in place of the socket's own.
function takeHandle(socket, handle) {
  const state = socket[kState];
  handle.lookup = state.handle.lookup;
  handle[owner] = socket;
  state.handle.close();
  state.handle = handle;
  startListening(socket);
}

// A worker has the module since its start.
function isInWorker() {
  return internalBinding('builtins').isLoaded('cluster') && require('cluster').isWorker;
}

// All workers that bind to one address have the same socket; the system decides who gets a datagram.
function bindThroughPrimary(socket, address, port) {
  const state = socket[kState];
  const query = { address, port, addressType: socket.type, fd: -1, flags: bindFlags(state, socket.type) };
  require('cluster')._getServer(socket, query, (errno, handle) => {
    // It was closed meanwhile.
    if (state.handle === null) {
      handle?.close();
      return;
    }
    if (errno !== 0) {
      state.bindState = UNBOUND;
      socket.emit('error', new ExceptionWithHostPort(errno, 'bind', address, port));
      return;
    }
    takeHandle(socket, handle);
    socket.emit('listening');
  });
}

// What a worker has asked for; a negative errno if it can not be had.
function boundHandle({ address, addressType, flags, port }) {
  const handle = new UDP(addressType === 'udp6' ? 6 : 4);
  const status = handle.bind(address, port || 0, flags);
  if (status === 0) return handle;
  handle.close();
  return status;
}

function callWhenListening(socket, callback) {
  const onListening = (...args) => {
    socket.removeListener('error', onError);
    ReflectApply(callback, socket, args);
  };
  const onError = () => socket.removeListener('listening', onListening);
  socket.once('error', onError);
  socket.once('listening', onListening);
}

function bindFlags(state, type) {
  return (state.reuseAddr ? REUSE_ADDRESS : 0) | (state.reusePort ? REUSE_PORT : 0) |
    (state.ipv6Only && type === 'udp6' ? IPV6_ONLY : 0);
}

function bindDescriptor(socket, fd) {
  const state = socket[kState];
  const type = internalBinding('stdio').guessHandleType(fd);
  if (type !== 'UDP') throw new ERR_INVALID_FD_TYPE(type);
  const status = state.handle.open(fd);
  if (status !== 0) throw new errnoException(status, 'open');
  startListening(socket);
  socket.emit('listening');
}

function startListening(socket) {
  const state = socket[kState];
  state.handle.onmessage = onMessage;
  state.handle.receiveStart();
  state.receiving = true;
  state.bindState = BOUND;
  if (state.recvBufferSize) bufferSize(socket, state.recvBufferSize, true);
  if (state.sendBufferSize) bufferSize(socket, state.sendBufferSize, false);
}

// Binds at once, to an address that needs no looking up.
Socket.prototype.bindSync = function bindSync(options = { __proto__: null }) {
  healthCheck(this);
  validateObject(options, 'options');
  const { port = 0, address = unspecified(this) } = options;
  const state = this[kState];
  if (state.bindState !== UNBOUND) throw new ERR_SOCKET_ALREADY_BOUND();
  const number = validatePort(port, 'options.port');
  validateString(address, 'options.address');
  if (isIP(address) === 0) {
    throw new ERR_INVALID_ARG_VALUE('options.address', address,
      'must be a numeric IP address; bindSync does not perform DNS resolution');
  }
  bindNow(this, address, number);
  return this.address();
};

function bindNow(socket, address, port) {
  const state = socket[kState];
  const status = state.handle.bind(address, port, bindFlags(state, socket.type));
  if (status !== 0) throw new ExceptionWithHostPort(status, 'bind', address, port);
  startListening(socket);
  process.nextTick(() => {
    if (state.handle !== null) socket.emit('listening');
  });
}

function bindAnywhere(socket) {
  if (socket[kState].bindState === UNBOUND) socket.bind({ port: 0, exclusive: true }, null);
}

// Does it when the socket is bound; forgets it if that fails.
function enqueue(socket, action) {
  const state = socket[kState];
  if (state.queue === undefined) {
    state.queue = [];
    socket.once(EventEmitter.errorMonitor, onListenError);
    socket.once('listening', onListenSuccess);
  }
  ArrayPrototypePush(state.queue, action);
}

function onListenSuccess() {
  this.removeListener(EventEmitter.errorMonitor, onListenError);
  const { queue } = this[kState];
  this[kState].queue = undefined;
  for (let i = 0; i < queue.length; i++) queue[i]();
}

function onListenError() {
  this.removeListener('listening', onListenSuccess);
  this[kState].queue = undefined;
}

// Receiving

function onMessage(datagram, address, family, port) {
  const socket = this[owner];
  if (typeof datagram === 'number') {
    socket.emit('error', new errnoException(datagram, 'recvmsg'));
    return;
  }
  const { receiveBlockList } = socket[kState];
  if (receiveBlockList?.check(address, family)) return;
  const message = Buffer.from(datagram.buffer, datagram.byteOffset, datagram.byteLength);
  socket.emit('message', message, { address, family, port, size: message.length });
}

// Sending

Socket.prototype.sendto = function sendto(buffer, offset, length, port, address, callback) {
  validateSendTo(offset, length, port, address);
  this.send(buffer, offset, length, port, address, callback);
};

// (message, port, address, callback), with an offset and a length after the message, and without port and address if the
// socket is connected.
Socket.prototype.send = function send(buffer, offset, length, port, address, callback) {
  const state = this[kState];
  const isConnected = state.connectState === CONNECTED;
  if (!isConnected) {
    if (address || (port && typeof port !== 'function')) {
      buffer = slice(buffer, offset, length);
    } else {
      callback = port;
      port = offset;
      address = length;
    }
  } else {
    if (typeof length === 'number') {
      buffer = slice(buffer, offset, length);
      if (typeof port === 'function') {
        callback = port;
        port = null;
      }
    } else {
      callback = offset;
    }
    if (port || address) throw new ERR_SOCKET_DGRAM_IS_CONNECTED();
  }
  const list = toList(buffer);
  if (!isConnected) port = validatePort(port, 'Port', false);
  if (typeof callback !== 'function') callback = undefined;
  if (typeof address === 'function') {
    callback = address;
    address = undefined;
  } else if (address !== undefined && address !== null) {
    validateString(address, 'address');
  }
  healthCheck(this);
  bindAnywhere(this);
  if (list.length === 0) ArrayPrototypePush(list, Buffer.alloc(0));
  if (state.bindState !== BOUND) {
    enqueue(this, () => sendBytes(this, list, port, address, callback));
    return;
  }
  sendBytes(this, list, port, address, callback);
};

function sendBytes(socket, list, port, address, callback) {
  const { handle, connectState } = socket[kState];
  if (handle === null) throw new ERR_SOCKET_DGRAM_NOT_RUNNING();
  if (connectState === CONNECTED) {
    sendTo(null, socket, undefined, list, address, port, callback);
    return;
  }
  handle.lookup(address, (error, ip) => sendTo(error, socket, ip, list, address, port, callback));
}

function sendTo(error, socket, ip, list, address, port, callback) {
  const { handle, sendBlockList } = socket[kState];
  if (error) {
    if (callback !== undefined) process.nextTick(callback, error);
    else process.nextTick(() => socket.emit('error', error));
    return;
  }
  if (handle === null) return;
  if (ip !== undefined && sendBlockList?.check(ip, `ipv${isIP(ip)}`)) {
    if (callback !== undefined) process.nextTick(callback, new ERR_IP_BLOCKED(ip));
    return;
  }
  const status = handle.send(list, ip, port ?? 0, (result) => {
    if (callback === undefined) return;
    if (result < 0) callback(new ExceptionWithHostPort(result, 'send', address, port));
    else callback(null, lengthOf(list));
  });
  if (callback === undefined || status === 0) return;
  if (status > 0) process.nextTick(callback, null, status - 1);
  else process.nextTick(callback, new ExceptionWithHostPort(status, 'send', address, port));
}

function lengthOf(list) {
  let length = 0;
  for (let i = 0; i < list.length; i++) length += list[i].length;
  return length;
}

// Connecting: only one address is sent to and heard from.

Socket.prototype.connect = function connect(port, address, callback) {
  port = validatePort(port, 'Port', false);
  if (typeof address === 'function') {
    callback = address;
    address = '';
  } else if (address === undefined) {
    address = '';
  }
  validateString(address, 'address');
  const state = this[kState];
  if (state.connectState !== DISCONNECTED) throw new ERR_SOCKET_DGRAM_IS_CONNECTED();
  state.connectState = CONNECTING;
  bindAnywhere(this);
  if (state.bindState !== BOUND) {
    enqueue(this, () => lookUpAndConnect(this, port, address, callback));
    return;
  }
  lookUpAndConnect(this, port, address, callback);
};

function lookUpAndConnect(socket, port, address, callback) {
  const state = socket[kState];
  if (callback) socket.once('connect', callback);
  state.handle.lookup(address, (error, ip) => {
    if (state.handle === null) return;
    const problem = error || connectNow(state, ip, port, address);
    if (problem) {
      state.connectState = DISCONNECTED;
      process.nextTick(() => {
        if (callback) {
          socket.removeListener('connect', callback);
          callback(problem);
        } else {
          socket.emit('error', problem);
        }
      });
      return;
    }
    state.connectState = CONNECTED;
    process.nextTick(() => socket.emit('connect'));
  });
}

// An error, or undefined.
function connectNow(state, ip, port, address) {
  if (state.sendBlockList?.check(ip, `ipv${isIP(ip)}`)) return new ERR_IP_BLOCKED(ip);
  const status = state.handle.connect(ip, port);
  return status === 0 ? undefined : new ExceptionWithHostPort(status, 'connect', address, port);
}

// Connects at once, to an address that needs no looking up.
Socket.prototype.connectSync = function connectSync(port, address) {
  healthCheck(this);
  port = validatePort(port, 'Port', false);
  if (address === undefined) address = this.type === 'udp4' ? '127.0.0.1' : '::1';
  validateString(address, 'address');
  if (isIP(address) === 0) {
    throw new ERR_INVALID_ARG_VALUE('address', address,
      'must be a numeric IP address; connectSync does not perform DNS resolution');
  }
  const state = this[kState];
  if (state.connectState !== DISCONNECTED) throw new ERR_SOCKET_DGRAM_IS_CONNECTED();
  if (state.bindState === UNBOUND) bindNow(this, unspecified(this), 0);
  const problem = connectNow(state, address, port, address);
  if (problem) throw problem;
  state.connectState = CONNECTED;
  process.nextTick(() => {
    if (state.handle !== null) this.emit('connect');
  });
};

Socket.prototype.disconnect = function disconnect() {
  const state = this[kState];
  if (state.connectState !== CONNECTED) throw new ERR_SOCKET_DGRAM_NOT_CONNECTED();
  const status = state.handle.disconnect();
  if (status !== 0) throw new errnoException(status, 'connect');
  state.connectState = DISCONNECTED;
};

// Closing

Socket.prototype.close = function close(callback) {
  const state = this[kState];
  if (typeof callback === 'function') this.on('close', callback);
  if (state.queue !== undefined) {
    ArrayPrototypePush(state.queue, () => this.close());
    return this;
  }
  healthCheck(this);
  if (state.receiving) {
    state.handle.receiveStop();
    state.receiving = false;
  }
  state.handle.close();
  state.handle = null;
  process.nextTick(() => this.emit('close'));
  return this;
};

Socket.prototype[SymbolAsyncDispose] = function() {
  if (this[kState].handle === null) return PromiseResolve();
  return new Promise((resolve, reject) => {
    this.close((error) => (error ? reject(error) : resolve()));
  });
};

// Addresses

Socket.prototype.address = function address() {
  healthCheck(this);
  const found = this[kState].handle.getsockname();
  if (typeof found === 'number') throw new errnoException(found, 'getsockname');
  return found;
};

Socket.prototype.remoteAddress = function remoteAddress() {
  healthCheck(this);
  const state = this[kState];
  if (state.connectState !== CONNECTED) throw new ERR_SOCKET_DGRAM_NOT_CONNECTED();
  const found = state.handle.getpeername();
  if (typeof found === 'number') throw new errnoException(found, 'getpeername');
  return found;
};

// Options

Socket.prototype.setBroadcast = function setBroadcast(wanted) {
  check(this[kState].handle.setBroadcast(!!wanted), 'setBroadcast');
};

Socket.prototype.setTTL = function setTTL(ttl) {
  validateNumber(ttl, 'ttl');
  check(this[kState].handle.setTTL(ttl), 'setTTL');
  return ttl;
};

Socket.prototype.setMulticastTTL = function setMulticastTTL(ttl) {
  validateNumber(ttl, 'ttl');
  check(this[kState].handle.setMulticastTTL(ttl), 'setMulticastTTL');
  return ttl;
};

Socket.prototype.setMulticastLoopback = function setMulticastLoopback(comesBack) {
  check(this[kState].handle.setMulticastLoopback(!!comesBack), 'setMulticastLoopback');
  return comesBack;
};

Socket.prototype.setMulticastInterface = function setMulticastInterface(interfaceAddress) {
  healthCheck(this);
  validateString(interfaceAddress, 'interfaceAddress');
  check(this[kState].handle.setMulticastInterface(interfaceAddress), 'setMulticastInterface');
};

Socket.prototype.addMembership = function addMembership(multicastAddress, interfaceAddress) {
  changeMembership(this, 'addMembership', multicastAddress, interfaceAddress);
};

Socket.prototype.dropMembership = function dropMembership(multicastAddress, interfaceAddress) {
  changeMembership(this, 'dropMembership', multicastAddress, interfaceAddress);
};

function changeMembership(socket, method, multicastAddress, interfaceAddress) {
  healthCheck(socket);
  if (!multicastAddress) throw new ERR_MISSING_ARGS('multicastAddress');
  check(socket[kState].handle[method](multicastAddress, interfaceAddress), method);
}

Socket.prototype.addSourceSpecificMembership = function addSourceSpecificMembership(
  sourceAddress, groupAddress, interfaceAddress) {
  changeSource(this, 'addSourceSpecificMembership', sourceAddress, groupAddress, interfaceAddress);
};

Socket.prototype.dropSourceSpecificMembership = function dropSourceSpecificMembership(
  sourceAddress, groupAddress, interfaceAddress) {
  changeSource(this, 'dropSourceSpecificMembership', sourceAddress, groupAddress, interfaceAddress);
};

function changeSource(socket, method, sourceAddress, groupAddress, interfaceAddress) {
  healthCheck(socket);
  validateString(sourceAddress, 'sourceAddress');
  validateString(groupAddress, 'groupAddress');
  check(socket[kState].handle[method](sourceAddress, groupAddress, interfaceAddress), method);
}

function check(status, syscall) {
  if (status !== 0) throw new errnoException(status, syscall);
}

Socket.prototype.ref = function ref() {
  this[kState].handle?.ref();
  return this;
};

Socket.prototype.unref = function unref() {
  this[kState].handle?.unref();
  return this;
};

Socket.prototype.setRecvBufferSize = function setRecvBufferSize(size) { bufferSize(this, size, true); };
Socket.prototype.setSendBufferSize = function setSendBufferSize(size) { bufferSize(this, size, false); };
Socket.prototype.getRecvBufferSize = function getRecvBufferSize() { return bufferSize(this, 0, true); };
Socket.prototype.getSendBufferSize = function getSendBufferSize() { return bufferSize(this, 0, false); };
Socket.prototype.getSendQueueSize = function getSendQueueSize() { return this[kState].handle.getSendQueueSize(); };
Socket.prototype.getSendQueueCount = function getSendQueueCount() { return this[kState].handle.getSendQueueCount(); };

// The size, or sets it if there is one.
function bufferSize(socket, size, isReceiving) {
  if (size >>> 0 !== size) throw new ERR_SOCKET_BAD_BUFFER_SIZE();
  const result = size > MAX_INT ? EINVAL : socket[kState].handle.bufferSize(size, isReceiving);
  if (result >= 0) return result;
  const { 0: code, 1: message } = require('internal/errors/system').uvErrmapGet(result);
  throw new ERR_SOCKET_BUFFER_SIZE({
    errno: result, code, message, syscall: isReceiving ? 'uv_recv_buffer_size' : 'uv_send_buffer_size',
  });
}

const handleOf = (socket) => socket[kState].handle;

module.exports = { Socket, boundHandle, handleOf };
