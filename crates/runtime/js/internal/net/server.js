// net.Server: a listening handle, and the count of the connections that came from it.
//
// 'listening' and the errors of listening come in a tick; 'close' comes in a tick after the last connection
// and the handle are gone.
'use strict';

const { FunctionPrototypeCall, ObjectDefineProperty, ObjectSetPrototypeOf, Promise, SymbolAsyncDispose, SymbolFor } = primordials;

const EventEmitter = require('events');
const {
  ExceptionWithHostPort,
  UVExceptionWithHostPort,
  codes: {
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_ARG_VALUE,
    ERR_SERVER_ALREADY_LISTEN,
    ERR_SERVER_NOT_RUNNING,
  },
  errnoException,
} = require('internal/errors');
const { validateAbortSignal, validateNumber, validatePort } = require('internal/validators');
const { isIP } = require('internal/ip_address');
const { normalizeArgs, toNumber } = require('internal/net/arguments');
const { Socket, setUpConnection } = require('internal/net/socket');
const { Pipe, StreamHandle, TCP, owner } = require('internal/streams/handle');

const EINVAL = -22;
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

// Makes the handle if there is none, and listens.
function listenOn(server, address, port, family, backlog, fd, options = {}) {
  if (server._handle === null) {
    let made;
    if (address === null && typeof fd !== 'number') {
      // Both families where the system has both.
      ({ 0: made, 1: address, 2: family } = makeUnspecified(port, options));
    } else {
      made = makeHandle(address, port, family, fd, options);
    }
    if (typeof made === 'number') {
      const error = new UVExceptionWithHostPort(made, 'listen', address, port);
      process.nextTick(emitError, server, error);
      return;
    }
    server._handle = made;
  }
  listenInTick(server, address, port, family, backlog);
}

// A bound handle, or a negative errno.
function makeHandle(address, port, family, fd, options) {
  if (typeof fd === 'number' && fd >= 0) return fromDescriptor(fd);
  if (port === -1 && family === -1) {
    const handle = Pipe.create(true);
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
  const handle = TCP.create(true);
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
  return type === 'PIPE' || type === 'TCP' ? Pipe.open(fd) : EINVAL;
}

function listenInTick(server, address, port, family, backlog) {
  const handle = server._handle;
  handle[owner] = server;
  handle.onconnection = onconnection;
  const status = handle.listen(backlog || DEFAULT_BACKLOG, (connection) => {
    if (typeof connection === 'number') handle.onconnection(connection);
    else handle.onconnection(0, connection);
  });
  if (status !== 0) {
    const error = new UVExceptionWithHostPort(status, 'listen', address, port);
    handle.close();
    server._handle = null;
    process.nextTick(emitError, server, error);
    return;
  }
  server._connectionKey = `${family}:${address}:${port}`;
  if (port === -1 && family === -1 && address !== null) server._pipeName = address;
  if (server._unref) server.unref();
  process.nextTick(emitListening, server);
}

function emitError(server, error) {
  server.emit('error', error);
}

function emitListening(server) {
  if (server._handle !== null) server.emit('listening');
}

// Of a listening handle.
function onconnection(status, connection) {
  const server = this[owner];
  if (status) {
    server.emit('error', new errnoException(status, 'accept'));
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
  const socket = new Socket({
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
  setUpConnection(socket);
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
  if (typeof found === 'number') throw new ExceptionWithHostPort(found, 'address');
  return found;
};

Server.prototype.getConnections = function getConnections(callback) {
  process.nextTick(callback, null, this._connections);
  return this;
};

Server.prototype.close = function close(callback) {
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
  this._emitCloseIfDrained();
  return this;
};

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

module.exports = { Server };
