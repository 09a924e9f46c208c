// net.Server: a listening handle, and the count of the connections that came from it.
//
// 'listening' and the errors of listening come in a tick; 'close' comes in a tick after the last connection
// and the handle are gone.
'use strict';

const {
  ArrayPrototypeIndexOf,
  ArrayPrototypePush,
  ArrayPrototypeSplice,
  FunctionPrototypeCall,
  ObjectDefineProperty,
  ObjectSetPrototypeOf,
  Promise,
  SymbolAsyncDispose,
  SymbolFor,
} = primordials;

const EventEmitter = require('events');
// Its errors of system calls load when there is one.
const errors = require('internal/errors');

const {
  codes: {
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_ARG_VALUE,
    ERR_SERVER_ALREADY_LISTEN,
    ERR_SERVER_NOT_RUNNING,
  },
} = errors;
const { validateAbortSignal, validateNumber, validatePort } = require('internal/validators');
const { isIP } = require('internal/ip_address');
const { normalizeArgs, toNumber } = require('internal/net/arguments');
const hooks = require('internal/async_hooks/hooks');

let loadedHandles;

// Loaded with the first server that listens.
function handles() {
  return loadedHandles ??= require('internal/streams/handle');
}

const EINVAL = -22;
const EADDRINUSE = -98;
// libuv's flag, which workers and primaries speak of.
const IPV6_ONLY = 1;
const DEFAULT_BACKLOG = 511;
const UNSPECIFIED_IPV4 = '0.0.0.0';
const UNSPECIFIED_IPV6 = '::';

function Server(options, connectionListener) {
  if (!(this instanceof Server)) return new Server(options, connectionListener);
  FunctionPrototypeCall(EventEmitter, this);
  if (typeof options === 'function') {
    connectionListener = options;
    options = {};
  } else if (options == null || typeof options === 'object') {
    options = { ...options };
  } else {
    throw new ERR_INVALID_ARG_TYPE('options', 'Object', options);
  }
  if (typeof connectionListener === 'function') this.on('connection', connectionListener);
  if (options.keepAliveInitialDelay !== undefined) {
    validateNumber(options.keepAliveInitialDelay, 'options.keepAliveInitialDelay');
    if (options.keepAliveInitialDelay < 0) options.keepAliveInitialDelay = 0;
  }
  if (options.highWaterMark !== undefined) {
    validateNumber(options.highWaterMark, 'options.highWaterMark');
    if (options.highWaterMark < 0) options.highWaterMark = require('stream').getDefaultHighWaterMark();
  }
  if (options.blockList) {
    const { isBlockList } = require('internal/net/block_list');
    if (!isBlockList(options.blockList)) {
      throw new ERR_INVALID_ARG_TYPE('options.blockList', 'net.BlockList', options.blockList);
    }
    this.blockList = options.blockList;
  }
  this._connections = 0;
  this._handle = null;
  this._usingWorkers = false;
  this._workers = [];
  this._unref = false;
  this._listeningId = 1;
  this.allowHalfOpen = options.allowHalfOpen || false;
  this.pauseOnConnect = !!options.pauseOnConnect;
  this.noDelay = !!options.noDelay;
  this.keepAlive = !!options.keepAlive;
  this.keepAliveInitialDelay = ~~(options.keepAliveInitialDelay / 1000);
  this.highWaterMark = options.highWaterMark ?? require('stream').getDefaultHighWaterMark();
}
ObjectSetPrototypeOf(Server.prototype, EventEmitter.prototype);
ObjectSetPrototypeOf(Server, EventEmitter);

Server.prototype.listen = function listen(...args) {
  const normal = normalizeArgs(args);
  let options = normal[0];
  const callback = normal[1];
  if (this._handle !== null) throw new ERR_SERVER_ALREADY_LISTEN();
  if (callback !== null) this.once('listening', callback);
  const backlogArgument = toNumber(args.length > 1 && args[1]) || toNumber(args.length > 2 && args[2]);

  options = options._handle || options.handle || options;
  const { StreamHandle, kAdopt } = handles();
  if (typeof options[kAdopt] === 'function') {
    const pipeName = options.isPipe ? options.address() : undefined;
    this._handle = options[kAdopt]();
    listenInTick(this, null, -1, -1, options.backlog || backlogArgument);
    if (pipeName !== undefined) this._pipeName = pipeName;
    return this;
  }
  if (options instanceof StreamHandle || (options instanceof Server && options._handle)) {
    this._handle = options._handle ?? options;
    listenInTick(this, null, -1, -1, backlogArgument);
    return this;
  }
  if (options.signal !== undefined) closeOnAbort(this, options.signal);
  if (typeof options.fd === 'number' && options.fd >= 0) {
    listenOn(this, null, null, null, backlogArgument, options.fd);
    return this;
  }
  const backlog = options.backlog || backlogArgument;
  // No arguments, or a port of null: any port.
  if (args.length === 0 || typeof args[0] === 'function' ||
      (options.port === undefined && 'port' in options) || options.port === null) {
    options = { ...options, port: 0 };
  }
  if (typeof options.port === 'number' || typeof options.port === 'string') {
    const port = validatePort(options.port, 'options.port');
    if (options.host) {
      lookUpAndListen(this, port, options.host, backlog, options);
    } else {
      listenOn(this, null, port, 4, backlog, undefined, options);
    }
    return this;
  }
  if (options.path && typeof options.path === 'string') {
    listenOn(this, options.path, -1, -1, backlog, undefined, options);
    return this;
  }
  if (!('port' in options || 'path' in options)) {
    throw new ERR_INVALID_ARG_VALUE('options', options, 'must have the property "port" or "path"');
  }
  throw new ERR_INVALID_ARG_VALUE('options', options);
};

function closeOnAbort(server, signal) {
  validateAbortSignal(signal, 'options.signal');
  if (signal.aborted) {
    process.nextTick(() => server.close());
    return;
  }
  const onAborted = () => server.close();
  signal.addEventListener('abort', onAborted, { once: true });
  server.once('close', () => signal.removeEventListener('abort', onAborted));
}

function lookUpAndListen(server, port, host, backlog, options) {
  const listeningId = server._listeningId;
  require('dns').lookup(host, (error, address, family) => {
    // It may have been closed meanwhile.
    if (server._listeningId !== listeningId) return;
    if (error) {
      server.emit('error', error);
      return;
    }
    listenOn(server, address, port, address ? family : 4, backlog, undefined, options);
  });
}

// Makes the handle if there is none, and listens. A worker of a cluster asks its primary for it.
function listenOn(server, address, port, family, backlog, fd, options = {}) {
  if (server._handle === null && !options.exclusive && isInWorker()) {
    listenThroughPrimary(server, address, port, family, backlog, fd, options);
    return;
  }
  if (server._handle === null) {
    let made;
    if (address === null && typeof fd !== 'number') {
      // Both families where the system has both.
      ({ 0: made, 1: address, 2: family } = makeUnspecified(port, options));
    } else {
      made = makeHandle(address, port, family, fd, options);
    }
    if (typeof made === 'number') {
      const error = new errors.UVExceptionWithHostPort(made, 'listen', address, port);
      process.nextTick(emitError, server, error);
      return;
    }
    server._handle = made;
  }
  listenInTick(server, address, port, family, backlog);
}

// A worker has the module since its start.
function isInWorker() {
  return internalBinding('builtins').isLoaded('cluster') && require('cluster').isWorker;
}

function listenThroughPrimary(server, address, port, family, backlog, fd, options) {
  const { ipv6Only, path, readableAll, reusePort, writableAll } = options;
  const query = {
    address, port, addressType: family, fd, flags: ipv6Only ? IPV6_ONLY : 0, backlog, path, readableAll, reusePort, writableAll,
  };
  const listening = server._listeningId;
  require('cluster')._getServer(server, query, (errno, handle) => {
    errno ||= isElsewhere(handle, port) ? EADDRINUSE : 0;
    // It was closed meanwhile.
    if (listening !== server._listeningId) {
      handle?.close();
      return;
    }
    if (errno) {
      server.emit('error', new errors.ExceptionWithHostPort(errno, 'bind', address, port));
      return;
    }
    server._handle = handle;
    listenInTick(server, address, port, family, backlog);
  });
}

// That an address is taken shows when one listens; until then the system pretends that another port was asked for.
function isElsewhere(handle, port) {
  if (!(port > 0) || handle?.getsockname === undefined) return false;
  const found = handle.getsockname();
  return typeof found === 'object' && found.port !== port;
}

// What a worker has asked for; a negative errno if it can not be had.
function boundHandle({ address, addressType, fd, flags, port, readableAll, reusePort, writableAll }) {
  const options = { ipv6Only: (flags & IPV6_ONLY) !== 0, readableAll, reusePort, writableAll };
  try {
    if (address === null && typeof fd !== 'number') return makeUnspecified(port, options)[0];
    return makeHandle(isPath(port, addressType) ? shortest(address) : address, port, addressType, fd, options);
  } catch (error) {
    return error.errno ?? EINVAL;
  }
}

const isPath = (port, family) => port === -1 && family === -1;

// The name of a unix socket has about a hundred bytes.
function shortest(path) {
  if (path[0] === '\0') return path;
  const relative = require('path').relative(process.cwd(), path);
  return relative.length > 0 && relative.length < path.length ? relative : path;
}

// A bound handle, or a negative errno.
function makeHandle(address, port, family, fd, options) {
  if (typeof fd === 'number' && fd >= 0) return fromDescriptor(fd);
  if (port === -1 && family === -1) {
    const handle = handles().Pipe.create(true);
    const status = handle.bind(address);
    if (status === 0) {
      openToAll(address, options);
      return handle;
    }
    handle.close();
    return status;
  }
  return bindTcp(address, port, options);
}

// `[handle, address, family]`.
function makeUnspecified(port, options) {
  const both = bindTcp(UNSPECIFIED_IPV6, port, options);
  // Whether the system has the family shows when the socket's name is asked for.
  if (typeof both !== 'number' && both.getsockname() !== EINVAL) return [both, UNSPECIFIED_IPV6, 6];
  if (typeof both !== 'number') both.close();
  return [bindTcp(UNSPECIFIED_IPV4, port, options), UNSPECIFIED_IPV4, 4];
}

function bindTcp(host, port, options) {
  const handle = handles().TCP.create(true);
  const status = handle.bind(host, port, !!options.ipv6Only && isIP(host) === 6, !!options.reusePort);
  if (status === 0) return handle;
  handle.close();
  return status;
}

// Others than the owner may connect if the caller says so.
function openToAll(path, { readableAll, writableAll }) {
  if (!readableAll && !writableAll) return;
  const fs = require('fs');
  const mode = (readableAll ? 0o444 : 0) | (writableAll ? 0o222 : 0);
  fs.chmodSync(path, fs.statSync(path).mode | mode);
}

function fromDescriptor(fd) {
  const type = internalBinding('stdio').guessHandleType(fd);
  if (type === 'PIPE') return handles().Pipe.open(fd);
  return type === 'TCP' ? handles().TCP.open(fd) : EINVAL;
}

function listenInTick(server, address, port, family, backlog) {
  const handle = server._handle;
  handle[handles().owner] = server;
  handle.onconnection = onconnection;
  const status = handle.listen(backlog || DEFAULT_BACKLOG, (connection) => {
    if (typeof connection === 'number') handle.onconnection(connection);
    else handle.onconnection(0, connection);
  });
  if (status !== 0) {
    const error = new errors.UVExceptionWithHostPort(status, 'listen', address, port);
    handle.close();
    server._handle = null;
    process.nextTick(emitError, server, error);
    return;
  }
  server._connectionKey = `${family}:${address}:${port}`;
  if (port === -1 && family === -1 && address !== null) server._pipeName = address;
  if (server._unref) server.unref();
  hooks.withTrigger(handle.getAsyncId?.(), process.nextTick, emitListening, server);
}

function emitError(server, error) {
  server.emit('error', error);
}

function emitListening(server) {
  if (server._handle !== null) server.emit('listening');
}

// internal/net/socket, with the first connection: a server that is only made needs none of it.
let sockets;

// Of a listening handle.
function onconnection(status, connection) {
  const server = this[handles().owner];
  if (status) {
    server.emit('error', new errors.errnoException(status, 'accept'));
    return;
  }
  if (server.blockList && isFromBlocked(server.blockList, connection)) {
    connection.close();
    return;
  }
  if (server.maxConnections != null && server._connections >= server.maxConnections) {
    drop(server, connection);
    return;
  }
  sockets ??= require('internal/net/socket');
  const socket = new sockets.Socket({
    handle: connection,
    allowHalfOpen: server.allowHalfOpen,
    pauseOnCreate: server.pauseOnConnect,
    readable: true,
    writable: true,
    readableHighWaterMark: server.highWaterMark,
    writableHighWaterMark: server.highWaterMark,
    noDelay: server.noDelay,
    keepAlive: server.keepAlive,
    keepAliveInitialDelay: server.keepAliveInitialDelay * 1000,
  });
  sockets.setUpConnection(socket);
  server._connections++;
  socket.server = server;
  socket._server = server;
  server.emit('connection', socket);
}

function isFromBlocked(blockList, connection) {
  const peer = connection.getpeername?.();
  return peer?.address !== undefined && blockList.check(peer.address, peer.family);
}

function drop(server, connection) {
  if (connection.getsockname === undefined) {
    connection.close();
    server.emit('drop');
    return;
  }
  const local = connection.getsockname();
  const remote = connection.getpeername();
  const data = {
    localAddress: local.address,
    localPort: local.port,
    localFamily: local.family,
    remoteAddress: remote.address,
    remotePort: remote.port,
    remoteFamily: remote.family,
  };
  connection.close();
  server.emit('drop', data);
}

ObjectDefineProperty(Server.prototype, 'listening', {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get() { return this._handle !== null; },
});

Server.prototype.address = function address() {
  if (this._handle === null || this._handle.getsockname === undefined) return this._pipeName ?? null;
  const found = this._handle.getsockname();
  if (typeof found === 'number') throw new errors.ExceptionWithHostPort(found, 'address');
  return found;
};

// What other processes have of its connections counts as well.
Server.prototype.getConnections = function getConnections(callback) {
  if (!this._usingWorkers) {
    process.nextTick(callback, null, this._connections);
    return this;
  }
  let left = this._workers.length;
  let total = this._connections;
  const onCount = (error, count) => {
    if (error) {
      left = -1;
      process.nextTick(callback, error);
      return;
    }
    total += count;
    if (--left === 0) process.nextTick(callback, null, total);
  };
  for (let i = 0; i < this._workers.length; i++) this._workers[i].getConnections(onCount);
  return this;
};

// Connections of this server are in another process, which `list` knows.
Server.prototype._setupWorker = function(list) {
  this._usingWorkers = true;
  ArrayPrototypePush(this._workers, list);
  list.once('exit', () => {
    const index = ArrayPrototypeIndexOf(this._workers, list);
    ArrayPrototypeSplice(this._workers, index, 1);
  });
};

Server.prototype.close = function close(callback) {
  this._listeningId++;
  if (typeof callback === 'function') {
    if (this._handle === null) {
      this.once('close', function close() { callback(new ERR_SERVER_NOT_RUNNING()); });
    } else {
      this.once('close', callback);
    }
  }
  this._listeningId++;
  if (this._handle !== null) {
    this._handle.close();
    this._handle = null;
  }
  if (this._usingWorkers) closeWorkers(this);
  else this._emitCloseIfDrained();
  return this;
};

// The close waits for the connections in other processes, and counts as one until then.
function closeWorkers(server) {
  let left = server._workers.length;
  server._connections++;
  const onClosed = () => {
    if (--left > 0) return;
    server._connections--;
    server._emitCloseIfDrained();
  };
  const workers = server._workers;
  if (workers.length === 0) {
    left = 1;
    onClosed();
  }
  for (let i = 0; i < workers.length; i++) workers[i].close(onClosed);
}

// What an async listener rejects with ends the connection it was for.
Server.prototype[SymbolFor('nodejs.rejection')] = function(error, event, socket) {
  if (event === 'connection') socket.destroy(error);
  else this.emit('error', error);
};

Server.prototype[SymbolAsyncDispose] = async function() {
  if (this._handle === null) return undefined;
  return new Promise((resolve, reject) => {
    this.close((error) => (error ? reject(error) : resolve()));
  });
};

Server.prototype._emitCloseIfDrained = function() {
  if (this._handle !== null || this._connections > 0) return;
  process.nextTick(emitClose, this);
};

function emitClose(server) {
  server.emit('close');
}

Server.prototype.ref = function ref() {
  this._unref = false;
  this._handle?.ref();
  return this;
};

Server.prototype.unref = function unref() {
  this._unref = true;
  this._handle?.unref();
  return this;
};

module.exports = { Server, boundHandle };
