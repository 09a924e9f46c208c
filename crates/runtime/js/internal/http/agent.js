// http.Agent: the connections of clients, kept for the next request to the same place.
//
// By name (host, port, local address, family, path): `requests` wait for a socket, `sockets` are in use, `freeSockets` wait
// for a request.
'use strict';

const {
  ArrayPrototypeIndexOf,
  ArrayPrototypePop,
  ArrayPrototypePush,
  ArrayPrototypeShift,
  ArrayPrototypeSlice,
  ArrayPrototypeSplice,
  FunctionPrototypeCall,
  NumberParseInt,
  ObjectKeys,
  ObjectSetPrototypeOf,
  RegExpPrototypeExec,
  StringPrototypeIndexOf,
  StringPrototypeSlice,
  StringPrototypeStartsWith,
  Symbol,
} = primordials;

const { AsyncResource } = require('internal/async_hooks/resource');
const EventEmitter = require('events');
const { isIP } = require('internal/ip_address');
const { validateNumber, validateOneOf, validateString } = require('internal/validators');

// Where a request that waits keeps what its connection is to be made with.
const kOptions = Symbol('kRequestOptions');

// The place in the program that a request which waits was made at: what it does with its socket belongs there, not to the
// request that the socket was free after.
const kQueued = Symbol('kQueued');

// The proxy that the environment names for the agent's protocol, or null.
const kProxy = Symbol('kProxy');

const timeoutHint = /timeout=(\d+)/i;

function Agent(options) {
  if (!(this instanceof Agent)) return new Agent(options);
  FunctionPrototypeCall(EventEmitter, this);
  this.options = { __proto__: null, ...options };
  if (this.options.noDelay === undefined) this.options.noDelay = true;
  // A URL's path is none of a socket's.
  this.options.path = null;
  this.defaultPort = this.options.defaultPort || 80;
  this.protocol = this.options.protocol || 'http:';
  this.requests = { __proto__: null };
  this.sockets = { __proto__: null };
  this.freeSockets = { __proto__: null };
  this.keepAliveMsecs = this.options.keepAliveMsecs || 1000;
  this.keepAlive = this.options.keepAlive || false;
  this.maxSockets = this.options.maxSockets || Infinity;
  this.maxFreeSockets = this.options.maxFreeSockets || 256;
  this.scheduling = this.options.scheduling || 'lifo';
  this.maxTotalSockets = this.options.maxTotalSockets;
  this.totalSocketCount = 0;
  this.agentKeepAliveTimeoutBuffer = this.options.agentKeepAliveTimeoutBuffer ?? 1000;
  validateOneOf(this.scheduling, 'scheduling', ['fifo', 'lifo']);
  if (this.maxTotalSockets !== undefined) {
    validateNumber(this.maxTotalSockets, 'maxTotalSockets', 1);
  } else {
    this.maxTotalSockets = Infinity;
  }
  this[kProxy] = this.options.proxyEnv ? require('internal/http/proxy').proxyOf(this.protocol, this.options.proxyEnv) : null;
  this.on('free', (socket, request) => onFree(this, socket, request));
}
ObjectSetPrototypeOf(Agent.prototype, EventEmitter.prototype);
ObjectSetPrototypeOf(Agent, EventEmitter);
Agent.defaultMaxSockets = Infinity;

function onFree(agent, socket, options) {
  const name = agent.getName(options);
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const waiting = agent.requests[name];
  if (waiting && waiting.length > 0) {
    const request = ArrayPrototypeShift(waiting);
    if (waiting.length === 0) delete agent.requests[name];
    handToQueued(agent, request, socket);
    return;
  }
  const request = socket._httpMessage;
  if (!request || !request.shouldKeepAlive || !agent.keepAlive) {
    socket.destroy();
    return;
  }
  const free = agent.freeSockets[name] ?? [];
  const used = agent.sockets[name]?.length ?? 0;
  if (agent.totalSocketCount > agent.maxTotalSockets || free.length + used > agent.maxSockets ||
      free.length >= agent.maxFreeSockets || !agent.keepSocketAlive(socket)) {
    socket.destroy();
    return;
  }
  agent.freeSockets[name] = free;
  socket._httpMessage = null;
  agent.removeSocket(socket, options);
  socket.once('error', onFreeError);
  ArrayPrototypePush(free, socket);
}

function onFreeError() {
  this.destroy();
}

Agent.prototype.createConnection = function createConnection(options, callback) {
  return require('net').createConnection(options, callback);
};

Agent.prototype.getName = function getName(options = {}) {
  let name = options.host || 'localhost';
  name += ':';
  if (options.port) name += options.port;
  name += ':';
  if (options.localAddress) name += options.localAddress;
  if (options.family === 4 || options.family === 6) name += `:${options.family}`;
  if (options.socketPath) name += `:${options.socketPath}`;
  return name;
};

// The name that a certificate must have: that of the request's head, if it says one, else the host's. An address is none.
function serverNameOf({ host }, request) {
  let name = host;
  const header = request.getHeader('host');
  if (header) {
    validateString(header, 'options.headers.host');
    const isAddress = StringPrototypeStartsWith(header, '[');
    const end = StringPrototypeIndexOf(header, isAddress ? ']' : ':');
    if (isAddress && end !== -1) name = StringPrototypeSlice(header, 1, end);
    else name = isAddress || end === -1 ? header : StringPrototypeSlice(header, 0, end);
  }
  return isIP(name) ? '' : name;
}

Agent.prototype.addRequest = function addRequest(request, options, port, localAddress) {
  // An older way to call it.
  if (typeof options === 'string') options = { __proto__: null, host: options, port, localAddress };
  options = { __proto__: null, ...options, ...this.options };
  if (options.socketPath) options.path = options.socketPath;
  if (options.host && !options.servername) {
    options.servername = this.protocol === 'https:' ? serverNameOf(options, request) : options.host;
  }
  const name = this.getName(options);
  this.sockets[name] ??= [];
  const free = this.freeSockets[name];
  let socket;
  if (free) {
    while (free.length > 0 && free[0].destroyed) ArrayPrototypeShift(free);
    socket = this.scheduling === 'fifo' ? ArrayPrototypeShift(free) : ArrayPrototypePop(free);
    if (free.length === 0) delete this.freeSockets[name];
  }
  const used = (free?.length ?? 0) + this.sockets[name].length;
  if (socket) {
    socket._handle?.asyncReset?.();
    this.reuseSocket(socket, request);
    hand(this, request, socket);
    ArrayPrototypePush(this.sockets[name], socket);
  } else if (used < this.maxSockets && this.totalSocketCount < this.maxTotalSockets) {
    this.createSocket(request, options, (error, made) => {
      if (error) request.onSocket(made, error);
      else hand(this, request, made);
    });
  } else {
    this.requests[name] ??= [];
    request[kOptions] = options;
    request[kQueued] = new AsyncResource('QueuedRequest');
    ArrayPrototypePush(this.requests[name], request);
  }
};

Agent.prototype.createSocket = function createSocket(request, options, callback) {
  options = { __proto__: null, ...options, ...this.options };
  if (options.socketPath) options.path = options.socketPath;
  const name = this.getName(options);
  options._agentKey = name;
  options.encoding = null;
  let isDone = false;
  const onCreated = (error, socket) => {
    if (isDone) return;
    isDone = true;
    if (error) {
      callback(error);
      return;
    }
    this.sockets[name] ??= [];
    ArrayPrototypePush(this.sockets[name], socket);
    this.totalSocketCount++;
    installListeners(this, socket, options);
    callback(null, socket);
  };
  // What a program gives may call back or return.
  if (this.keepAlive) options.keepAlive = this.keepAlive;
  if (this.keepAliveMsecs) options.keepAliveInitialDelay = this.keepAliveMsecs;
  const proxy = this[kProxy];
  if (proxy !== null && proxy !== undefined && proxy.serves(options.host, options.port)) {
    connectByProxy(this, proxy, options, onCreated);
    return;
  }
  const made = this.createConnection(options, onCreated);
  if (made) onCreated(null, made);
};

function connectByProxy(agent, proxy, options, onCreated) {
  if (agent.protocol !== 'https:') {
    onCreated(null, proxy.connect(options));
    return;
  }
  proxy.tunnel(options, `${options.host}:${options.port}`, agent.keepAlive, (error, socket) => {
    if (error) onCreated(error);
    else onCreated(null, agent.createConnection({ ...options, socket }));
  });
}

function installListeners(agent, socket, options) {
  const onAgentFree = () => agent.emit('free', socket, options);
  const onAgentClose = () => {
    agent.totalSocketCount--;
    agent.removeSocket(socket, options);
  };
  const onAgentTimeout = () => {
    const { freeSockets } = agent;
    const names = ObjectKeys(freeSockets);
    for (let i = 0; i < names.length; i++) {
      if (ArrayPrototypeIndexOf(freeSockets[names[i]], socket) !== -1) {
        socket.destroy();
        return;
      }
    }
  };
  const onRemove = () => {
    agent.totalSocketCount--;
    agent.removeSocket(socket, options);
    socket.removeListener('close', onAgentClose);
    socket.removeListener('free', onAgentFree);
    socket.removeListener('timeout', onAgentTimeout);
    socket.removeListener('agentRemove', onRemove);
  };
  socket.on('free', onAgentFree);
  socket.on('close', onAgentClose);
  socket.on('timeout', onAgentTimeout);
  socket.on('agentRemove', onRemove);
  if (agent.options.timeout) socket.setTimeout(agent.options.timeout);
}

Agent.prototype.removeSocket = function removeSocket(socket, options) {
  const name = this.getName(options);
  const lists = [this.sockets];
  // Only a socket that is gone leaves the free ones as well.
  if (!socket.writable) ArrayPrototypePush(lists, this.freeSockets);
  for (let i = 0; i < lists.length; i++) {
    const list = lists[i][name];
    const index = list === undefined ? -1 : ArrayPrototypeIndexOf(list, socket);
    if (index !== -1) {
      ArrayPrototypeSplice(list, index, 1);
      if (list.length === 0) delete lists[i][name];
    }
  }
  // There is room for a request that waits.
  const waiting = nextWaiting(this, name);
  if (waiting === undefined) return;
  const itsOptions = waiting[kOptions];
  waiting[kOptions] = undefined;
  this.createSocket(waiting, itsOptions, (error, made) => {
    if (error) waiting.onSocket(made, error);
    else made.emit('free');
  });
};

// The first request for the place `name`, or else for a place that has no connection in use.
function nextWaiting(agent, name) {
  const { requests, sockets } = agent;
  if (requests[name]?.length > 0) {
    return sockets[name]?.length >= agent.maxSockets ? undefined : connectable(requests[name][0]);
  }
  const names = ObjectKeys(requests);
  for (let i = 0; i < names.length; i++) {
    if (!sockets[names[i]]?.length && requests[names[i]].length > 0) return connectable(requests[names[i]][0]);
  }
  return undefined;
}

// A connection is made once for a request that waits; it may be another that gets it.
const connectable = (request) => (request[kOptions] === undefined ? undefined : request);

Agent.prototype.keepSocketAlive = function keepSocketAlive(socket) {
  socket.setKeepAlive(true, this.keepAliveMsecs);
  socket.unref();
  let timeoutMs = this.options.timeout || 0;
  const hint = socket._httpMessage?.res?.headers?.['keep-alive'];
  if (hint) {
    const found = RegExpPrototypeExec(timeoutHint, hint)?.[1];
    if (found) {
      // What the server still accepts must arrive before it stops doing so.
      const serverMs = NumberParseInt(found) * 1000 - this.agentKeepAliveTimeoutBuffer;
      if (serverMs <= 0) return false;
      if (timeoutMs === 0 || serverMs < timeoutMs) timeoutMs = serverMs;
    }
  }
  if (timeoutMs > 0 && socket.timeout !== timeoutMs) socket.setTimeout(timeoutMs);
  return true;
};

Agent.prototype.reuseSocket = function reuseSocket(socket, request) {
  socket.removeListener('error', onFreeError);
  request.reusedSocket = true;
  socket.ref();
};

Agent.prototype.destroy = function destroy() {
  const lists = [this.freeSockets, this.sockets];
  for (let i = 0; i < lists.length; i++) {
    const names = ObjectKeys(lists[i]);
    for (let j = 0; j < names.length; j++) {
      const sockets = ArrayPrototypeSlice(lists[i][names[j]]);
      for (let k = 0; k < sockets.length; k++) sockets[k].destroy();
    }
  }
};

function handToQueued(agent, request, socket) {
  const queued = request[kQueued];
  // A program may have put it into the list by itself.
  if (!queued) {
    hand(agent, request, socket);
    return;
  }
  request[kQueued] = undefined;
  queued.runInAsyncScope(handUsed, undefined, agent, request, socket);
}

function handUsed(agent, request, socket) {
  socket._handle?.asyncReset?.();
  hand(agent, request, socket);
}

function hand(agent, request, socket) {
  request.onSocket(socket);
  const agentMs = agent.options.timeout || 0;
  if (request.timeout === undefined || request.timeout === agentMs) return;
  socket.setTimeout(request.timeout);
}

// What the global agents go by.
function proxyEnvOfProcess() {
  const { env } = process;
  const isAsked = internalBinding('options').values['--use-env-proxy'] ?? env.NODE_USE_ENV_PROXY === '1';
  return isAsked ? env : undefined;
}

let globalAgent;

module.exports = {
  Agent,
  kProxy,
  proxyEnvOfProcess,
  get globalAgent() {
    return globalAgent ??= new Agent({ keepAlive: true, scheduling: 'lifo', timeout: 5000, proxyEnv: proxyEnvOfProcess() });
  },
  set globalAgent(agent) { globalAgent = agent; },
};
