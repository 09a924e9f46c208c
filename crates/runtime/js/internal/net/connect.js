// Making a connection: by a name in the file system, by an address, or by a host name that has to be looked up.
//
// A name with several addresses is tried one address after the other, families taking turns; the next is begun
// when one has failed, or has not answered in `autoSelectFamilyAttemptTimeout` (RFC 8305, as Node does it: one
// attempt at a time).
'use strict';

const { ArrayIsArray, ArrayPrototypePush, FunctionPrototypeCall, ObjectHasOwn } = primordials;

const {
  ExceptionWithHostPort,
  NodeAggregateError,
  codes: {
    ERR_INVALID_ADDRESS_FAMILY,
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_IP_ADDRESS,
    ERR_IP_BLOCKED,
    ERR_MISSING_ARGS,
  },
} = require('internal/errors');
const {
  validateBoolean, validateFunction, validateInt32, validateNumber, validatePort, validateString,
} = require('internal/validators');
const { isIP } = require('internal/ip_address');
const { normalizeArgs } = require('internal/net/arguments');
const { adopt, kIsBound, setUpConnection, useOwnBuffer } = require('internal/net/socket');
const { touch } = require('internal/net/stream_timeout');
const hooks = require('internal/async_hooks/hooks');
const { Pipe, TCP, kResource } = require('internal/streams/handle');
const defaults = require('internal/net/defaults');

const EINVAL = -22;
const ETIMEDOUT = -110;

// The id of the socket's handle, or of the session that it will have.
function idOf(socket) {
  return (socket[kResource] ?? socket._handle).getAsyncId?.();
}

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
    hooks.withTrigger(idOf(socket), begin, socket, { address: path });
  } else {
    hooks.withTrigger(idOf(socket), lookUpAndConnect, socket, options);
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
    throw new ERR_INVALID_ARG_TYPE('options.port', ['number', 'string'], port);
  }
  port = validatePort(port);

  if (autoSelectFamily != null) validateBoolean(autoSelectFamily, 'options.autoSelectFamily');
  else autoSelectFamily = defaults.autoSelectFamily;
  if (autoSelectFamilyAttemptTimeout != null) {
    validateInt32(autoSelectFamilyAttemptTimeout, 'options.autoSelectFamilyAttemptTimeout', 1);
    autoSelectFamilyAttemptTimeout = defaults.atLeastMinimum(autoSelectFamilyAttemptTimeout);
  } else {
    autoSelectFamilyAttemptTimeout = defaults.attemptTimeoutMs;
  }

  if (options.blockList) validateBlockList(options.blockList);
  const to = { port, localAddress, localPort, blockList: options.blockList || undefined };
  const family = isIP(host);
  if (family !== 0) {
    process.nextTick(() => {
      if (socket.connecting) begin(socket, { ...to, address: host, family });
    });
    return;
  }
  if (options.lookup != null) validateFunction(options.lookup, 'options.lookup');
  const dnsOptions = { family: options.family || 0, hints: options.hints || 0 };
  socket._host = host;
  const lookup = options.lookup || require('dns').lookup;
  const several = dnsOptions.family !== 4 && dnsOptions.family !== 6 && !localAddress && autoSelectFamily && !socket[kIsBound];
  if (several) {
    dnsOptions.all = true;
    lookUpSeveral(socket, lookup, dnsOptions, host, to, autoSelectFamilyAttemptTimeout);
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
      begin(socket, { ...to, address, family: addressFamily });
    }
  });
}

function validateBlockList(blockList) {
  const { isBlockList } = require('internal/net/block_list');
  if (!isBlockList(blockList)) throw new ERR_INVALID_ARG_TYPE('options.blockList', 'net.BlockList', blockList);
}

function failLookup(socket, error) {
  socket.destroy(error);
}

function lookUpSeveral(socket, lookup, dnsOptions, host, to, timeoutMs) {
  const { port } = to;
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
      begin(socket, { ...to, address: turns[0].address, family: turns[0].family });
    } else {
      tryEach(socket, { to, timeoutMs, addresses: turns, next: 0, errors: [] });
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

// A connection to the only address. `port` is undefined for a pipe.
function begin(socket, to) {
  if (!bindLocally(socket, to, (error) => socket.destroy(error))) return;
  if (to.port !== undefined) socket.emit('connectionAttempt', to.address, to.port, to.family);
  if (!socket.connecting) return;
  if (isBlocked(to)) {
    socket.destroy(new ERR_IP_BLOCKED(to.address));
    return;
  }
  attempt(socket, to, {
    isCurrent: () => !socket.destroyed,
    refused: (error) => socket.destroy(error),
    failed(error) {
      socket.connecting = false;
      socket._sockname = null;
      socket.emit('connectionAttemptFailed', to.address, to.port, to.family, error);
      socket.destroy(error);
    },
  });
}

// The attempts with the addresses of one name, one after the other.
function tryEach(socket, attempts) {
  clearTimeout(attempts.timer);
  if (!socket.connecting) return;
  if (attempts.next === attempts.addresses.length) {
    socket.destroy(attempts.errors.length === 1 ? attempts.errors[0] : aggregate(attempts.errors));
    return;
  }
  const { address, family } = attempts.addresses[attempts.next++];
  const to = { ...attempts.to, address, family };
  const { port } = to;
  const goOn = (error) => {
    ArrayPrototypePush(attempts.errors, error);
    tryEach(socket, attempts);
  };
  const failed = (error) => {
    socket.emit('connectionAttemptFailed', address, port, family, error);
    goOn(error);
  };
  if (isBlocked(to)) {
    failed(new ERR_IP_BLOCKED(address));
    return;
  }
  if (attempts.handle !== undefined) replaceHandle(socket, attempts);
  const handle = socket._handle;
  attempts.handle = handle;
  if (!bindLocally(socket, to, goOn)) return;
  socket.emit('connectionAttempt', address, port, family);
  if (!socket.connecting) return;
  ArrayPrototypePush(socket.autoSelectFamilyAttemptedAddresses ??= [], `${address}:${port}`);
  const isCurrent = () => attempts.handle === handle && !socket.destroyed;
  const isBegun = attempt(socket, to, {
    isCurrent() {
      if (!isCurrent()) return false;
      clearTimeout(attempts.timer);
      return true;
    },
    refused: failed,
    failed,
  });
  if (!isBegun || attempts.next === attempts.addresses.length) return;
  attempts.timer = setTimeout(() => {
    if (!isCurrent() || !socket.connecting) return;
    socket.emit('connectionAttemptTimeout', address, port, family);
    goOn(new ExceptionWithHostPort(ETIMEDOUT, 'connect', address, port));
  }, attempts.timeoutMs);
}

function connectHandle(handle, { address, port }, done) {
  return port === undefined ? handle.connect(address, done) : handle.connect(address, port, done);
}

// Who puts a method of its own into the handle, as packages do that answer requests without a network, is called with what Node
// calls it with: a request, whose `oncomplete` is called with a status.
function connectAsNode(handle, { address, port, family }, done) {
  const request = { oncomplete: (status) => done(status), address, port, localAddress: undefined, localPort: undefined, addressType: family };
  if (port === undefined) return handle.connect(request, address) || 0;
  return (family === 6 && ObjectHasOwn(handle, 'connect6') ? handle.connect6(request, address, port) : handle.connect(request, address, port)) || 0;
}

// One attempt with one address: false if it was refused at once. `isCurrent()` says whether its outcome still matters;
// then `refused(error)` or `failed(error)` hears how it went wrong, or the socket is connected.
function attempt(socket, to, { isCurrent, refused, failed }) {
  const { address, port } = to;
  const handle = socket._handle;
  const perf = startOfEntry(to);
  const done = (status) => {
    if (!isCurrent()) return;
    if (status !== 0) {
      failed(connectError(status, to));
      return;
    }
    socket.connecting = false;
    socket._sockname = null;
    if (perf !== undefined) reportEntry(perf, to);
    announce(socket);
  };
  const status = ObjectHasOwn(handle, 'connect') ? connectAsNode(handle, to, done) : connectHandle(handle, to, done);
  if (status === 0) return true;
  refused(new ExceptionWithHostPort(status, 'connect', address, port, localDetails(socket, port)));
  return false;
}

function isBlocked({ blockList, address, family }) {
  return blockList !== undefined && blockList.check(address, `ipv${family}`);
}

// Gives the handle its own address, if one is wanted; false if that went wrong, and `failed(error)` has heard of it.
function bindLocally(socket, to, failed) {
  const { family } = to;
  if (!to.localAddress && !to.localPort) return true;
  to.localAddress ||= family === 4 ? '0.0.0.0' : '::';
  to.localPort ||= 0;
  const status = family === 4 || family === 6 ? socket._handle.bind(to.localAddress, to.localPort) : EINVAL;
  if (status === 0) return true;
  failed(new ExceptionWithHostPort(status, 'bind', to.localAddress, to.localPort));
  return false;
}

function connectError(status, { address, port, localAddress, localPort }) {
  const details = localAddress && localPort ? `${localAddress}:${localPort}` : undefined;
  const error = new ExceptionWithHostPort(status, 'connect', address, port, details);
  if (details !== undefined) {
    error.localAddress = localAddress;
    error.localPort = localPort;
  }
  return error;
}

function localDetails(socket, port) {
  if (port === undefined) return undefined;
  const { address, port: localPort } = socket._getsockname();
  return address === undefined ? undefined : `${address}:${localPort}`;
}

function announce(socket) {
  setUpConnection(socket);
  touch(socket);
  socket.emit('connect');
  socket.emit('ready');
  if (socket.readable && !socket.isPaused()) socket.read(0);
}

// How long a connection took, for observers of `net` entries.

function startOfEntry({ port }) {
  if (port === undefined) return undefined;
  const { isObserved } = require('internal/perf/observer');
  return isObserved('net') ? require('internal/perf/clock').now() : undefined;
}

function reportEntry(start, { address: host, port }) {
  const { now } = require('internal/perf/clock');
  const { nodeEntry } = require('internal/perf/entry');
  require('internal/perf/observer').enqueue(nodeEntry('connect', 'net', start, now() - start, { host, port }));
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
