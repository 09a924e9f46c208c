// Making a connection: by a name in the file system, by an address, or by a host name that has to be looked up.
//
// A name with several addresses is tried one address after the other, families taking turns; the next is begun
// when one has failed, or has not answered in `autoSelectFamilyAttemptTimeout` (RFC 8305, as Node does it: one
// attempt at a time).
'use strict';

const { ArrayIsArray, ArrayPrototypePush, FunctionPrototypeCall } = primordials;

const {
  ExceptionWithHostPort,
  NodeAggregateError,
  codes: {
    ERR_INVALID_ADDRESS_FAMILY,
    ERR_INVALID_IP_ADDRESS,
    ERR_MISSING_ARGS,
  },
} = require('internal/errors');
const {
  validateBoolean, validateFunction, validateInt32, validateNumber, validatePort, validateString,
} = require('internal/validators');
const { isIP } = require('internal/ip_address');
const { normalizeArgs } = require('internal/net/arguments');
const { adopt, useOwnBuffer } = require('internal/net/socket');
const { touch } = require('internal/net/stream_timeout');
const { Pipe, TCP } = require('internal/streams/handle');
const defaults = require('internal/net/defaults');

const EINVAL = -22;
const ETIMEDOUT = -110;
const MIN_ATTEMPT_TIMEOUT_MS = 10;

function connect(socket, args) {
  const first = args[0];
  const { 0: options, 1: callback } = normalizeArgs(
    ArrayIsArray(first) && args.length === 1 ? first : args);
  if (options.onread) useOwnBuffer(socket, options.onread);
  if (socket.write !== socket.constructor.prototype.write) socket.write = socket.constructor.prototype.write;
  if (socket.destroyed) {
    FunctionPrototypeCall(socket._undestroy, socket);
    socket._handle = null;
    socket._peername = null;
    socket._sockname = null;
  }
  const { path } = options;
  const isPipe = !!path;
  if (socket._handle === null) {
    socket._handle = isPipe ? Pipe.create() : TCP.create();
    adopt(socket, socket._handle);
  }
  if (callback !== null) socket.once('connect', callback);
  touch(socket);
  socket.connecting = true;
  if (isPipe) {
    validateString(path, 'options.path');
    begin(socket, path);
  } else {
    lookUpAndConnect(socket, options);
  }
  return socket;
}

function lookUpAndConnect(socket, options) {
  const { localAddress, localPort } = options;
  const host = options.host || 'localhost';
  let { port } = options;
  let { autoSelectFamily, autoSelectFamilyAttemptTimeout } = options;

  if (localAddress && !isIP(localAddress)) throw new ERR_INVALID_IP_ADDRESS(localAddress);
  if (localPort) validateNumber(localPort, 'options.localPort');
  if (port === undefined) throw new ERR_MISSING_ARGS(['options', 'port', 'path']);
  if (typeof port !== 'number' && typeof port !== 'string') {
    const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
    throw new ERR_INVALID_ARG_TYPE('options.port', ['number', 'string'], port);
  }
  port = validatePort(port);

  if (autoSelectFamily != null) validateBoolean(autoSelectFamily, 'options.autoSelectFamily');
  else autoSelectFamily = defaults.autoSelectFamily;
  if (autoSelectFamilyAttemptTimeout != null) {
    validateInt32(autoSelectFamilyAttemptTimeout, 'options.autoSelectFamilyAttemptTimeout', 1);
    if (autoSelectFamilyAttemptTimeout < MIN_ATTEMPT_TIMEOUT_MS) autoSelectFamilyAttemptTimeout = MIN_ATTEMPT_TIMEOUT_MS;
  } else {
    autoSelectFamilyAttemptTimeout = defaults.attemptTimeoutMs;
  }

  const family = isIP(host);
  if (family !== 0) {
    process.nextTick(() => {
      if (socket.connecting) begin(socket, host, port, family, localAddress, localPort);
    });
    return;
  }
  if (options.lookup != null) validateFunction(options.lookup, 'options.lookup');
  const dnsOptions = { family: options.family || 0, hints: options.hints || 0 };
  socket._host = host;
  const lookup = options.lookup || require('dns').lookup;
  const several = dnsOptions.family !== 4 && dnsOptions.family !== 6 && !localAddress && autoSelectFamily;
  const to = { host, port, localAddress, localPort, timeoutMs: autoSelectFamilyAttemptTimeout };
  if (several) {
    dnsOptions.all = true;
    lookUpSeveral(socket, lookup, dnsOptions, to);
    return;
  }
  lookup(host, dnsOptions, (error, address, addressFamily) => {
    socket.emit('lookup', error, address, addressFamily, host);
    if (!socket.connecting) return;
    if (error) {
      process.nextTick(failLookup, socket, error);
    } else if (!isIP(address)) {
      process.nextTick(failLookup, socket, new ERR_INVALID_IP_ADDRESS(address));
    } else if (addressFamily !== 4 && addressFamily !== 6) {
      process.nextTick(failLookup, socket, new ERR_INVALID_ADDRESS_FAMILY(addressFamily, host, port));
    } else {
      touch(socket);
      begin(socket, address, port, addressFamily, localAddress, localPort);
    }
  });
}

function failLookup(socket, error) {
  socket.destroy(error);
}

function lookUpSeveral(socket, lookup, dnsOptions, to) {
  const { host, port } = to;
  lookup(host, dnsOptions, (error, addresses) => {
    if (!socket.connecting) return;
    if (error) {
      socket.emit('lookup', error, undefined, undefined, host);
      process.nextTick(failLookup, socket, error);
      return;
    }
    const byFamily = { 4: [], 6: [] };
    let firstFamily;
    for (let i = 0; i < addresses.length; i++) {
      const { address, family } = addresses[i];
      socket.emit('lookup', error, address, family, host);
      // A listener may have destroyed it.
      if (!socket.connecting) return;
      if (isIP(address) && (family === 4 || family === 6)) {
        firstFamily ??= family;
        ArrayPrototypePush(byFamily[family], addresses[i]);
      }
    }
    if (firstFamily === undefined) {
      const { address, family } = addresses[0] ?? {};
      const problem = !isIP(address) ? new ERR_INVALID_IP_ADDRESS(address) :
        new ERR_INVALID_ADDRESS_FAMILY(family, host, port);
      process.nextTick(failLookup, socket, problem);
      return;
    }
    const turns = interleaved(byFamily[firstFamily], byFamily[firstFamily === 4 ? 6 : 4]);
    touch(socket);
    if (turns.length === 1) {
      begin(socket, turns[0].address, port, turns[0].family, to.localAddress, to.localPort);
    } else {
      tryEach(socket, { ...to, addresses: turns, next: 0, errors: [] });
    }
  });
}

function interleaved(one, other) {
  const list = [];
  for (let i = 0; i < one.length || i < other.length; i++) {
    if (i < one.length) ArrayPrototypePush(list, one[i]);
    if (i < other.length) ArrayPrototypePush(list, other[i]);
  }
  return list;
}

// One attempt with one address. `port` is undefined for a pipe.
function begin(socket, address, port, family, localAddress, localPort) {
  const handle = socket._handle;
  let status = bindLocally(handle, family, localAddress, localPort);
  if (status !== 0) {
    socket.destroy(new ExceptionWithHostPort(status, 'bind', localAddress, localPort));
    return;
  }
  if (port !== undefined) socket.emit('connectionAttempt', address, port, family);
  if (!socket.connecting) return;
  const done = (result) => afterConnect(socket, result, { address, port, family, localAddress, localPort });
  status = port === undefined ? handle.connect(address, done) : handle.connect(address, port, done);
  if (status !== 0) {
    const error = new ExceptionWithHostPort(status, 'connect', address, port, localDetails(socket, port));
    if (port !== undefined) socket.emit('connectionAttemptFailed', address, port, family, error);
    socket.destroy(error);
  }
}

function bindLocally(handle, family, localAddress, localPort) {
  if (!localAddress && !localPort) return 0;
  if (family !== 4 && family !== 6) return EINVAL;
  return handle.bind(localAddress || (family === 4 ? '0.0.0.0' : '::'), localPort || 0);
}

function localDetails(socket, port) {
  if (port === undefined) return undefined;
  const { address, port: localPort } = socket._getsockname();
  return address === undefined ? undefined : `${address}:${localPort}`;
}

function afterConnect(socket, status, { address, port, family, localAddress, localPort }) {
  if (socket.destroyed) return;
  socket.connecting = false;
  socket._sockname = null;
  if (status === 0) {
    announce(socket);
    return;
  }
  const details = localAddress && localPort ? `${localAddress}:${localPort}` : undefined;
  const error = new ExceptionWithHostPort(status, 'connect', address, port, details);
  if (localAddress) error.localAddress = localAddress;
  if (localPort) error.localPort = localPort;
  if (port !== undefined) socket.emit('connectionAttemptFailed', address, port, family, error);
  socket.destroy(error);
}

function announce(socket) {
  touch(socket);
  socket.emit('connect');
  socket.emit('ready');
  if (socket.readable && !socket.isPaused()) socket.read(0);
}

// The attempts with the addresses of one name.
function tryEach(socket, attempts) {
  clearTimeout(attempts.timer);
  if (!socket.connecting) return;
  if (attempts.next === attempts.addresses.length) {
    socket.destroy(attempts.errors.length === 1 ? attempts.errors[0] : aggregate(attempts.errors));
    return;
  }
  const { address, family } = attempts.addresses[attempts.next++];
  const { port } = attempts;
  const isFirst = attempts.next === 1;
  if (!isFirst) replaceHandle(socket, attempts);
  const handle = socket._handle;
  attempts.handle = handle;
  socket.emit('connectionAttempt', address, port, family);
  if (!socket.connecting) return;

  const fail = (status) => {
    const error = new ExceptionWithHostPort(status, 'connect', address, port);
    ArrayPrototypePush(attempts.errors, error);
    socket.emit('connectionAttemptFailed', address, port, family, error);
    tryEach(socket, attempts);
  };
  const status = handle.connect(address, port, (result) => {
    if (attempts.handle !== handle || socket.destroyed) return;
    clearTimeout(attempts.timer);
    if (result !== 0) {
      fail(result);
      return;
    }
    socket.connecting = false;
    socket._sockname = null;
    announce(socket);
  });
  if (status !== 0) {
    fail(status);
    return;
  }
  if (attempts.next === attempts.addresses.length) return;
  attempts.timer = setTimeout(() => {
    if (attempts.handle !== handle || !socket.connecting) return;
    socket.emit('connectionAttemptTimeout', address, port, family);
    const error = new ExceptionWithHostPort(ETIMEDOUT, 'connect', address, port);
    ArrayPrototypePush(attempts.errors, error);
    tryEach(socket, attempts);
  }, attempts.timeoutMs);
}

function replaceHandle(socket, attempts) {
  attempts.handle = null;
  socket._handle.close();
  socket._handle = TCP.create();
  adopt(socket, socket._handle);
}

function aggregate(errors) {
  const error = new NodeAggregateError(errors);
  error.code = errors[0].code;
  return error;
}

module.exports = { connect };
