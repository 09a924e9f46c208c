'use strict';

// https.Agent: an http.Agent whose connections are TLS, and which remembers their sessions for the next one.

const { ArrayPrototypePush, ArrayPrototypeShift, ArrayPrototypeIndexOf, ArrayPrototypeSplice, FunctionPrototypeCall, JSONStringify, ObjectKeys, ObjectSetPrototypeOf, Symbol } = primordials;

const { Agent: HttpAgent, proxyEnvOfProcess } = require('internal/http/agent');
const { isIP } = require('internal/ip_address');

function Agent(options) {
  if (!(this instanceof Agent)) return new Agent(options);
  options = { __proto__: null, ...options };
  options.defaultPort ??= 443;
  options.protocol ??= 'https:';
  FunctionPrototypeCall(HttpAgent, this, options);
  this.maxCachedSessions = this.options.maxCachedSessions;
  if (this.maxCachedSessions === undefined) this.maxCachedSessions = 100;
  this._sessionCache = { map: {}, list: [] };
  this.on('newListener', onNewListener);
}

const kOnKeylog = Symbol('onkeylog');

// Who wants to know the keys of connections hears of those that are open, too.
function onNewListener(event) {
  if (event !== 'keylog' || this[kOnKeylog]) return;
  const agent = this;
  agent[kOnKeylog] = function(line) { agent.emit('keylog', line, this); };
  const names = ObjectKeys(agent.sockets);
  for (let i = 0; i < names.length; i++) {
    const open = agent.sockets[names[i]];
    for (let j = 0; j < open.length; j++) open[j].on('keylog', agent[kOnKeylog]);
  }
}
ObjectSetPrototypeOf(Agent.prototype, HttpAgent.prototype);
ObjectSetPrototypeOf(Agent, HttpAgent);

// `(options)`, `(port, options)`, `(port, host, options)`.
Agent.prototype.createConnection = function createConnection(port, host, options) {
  if (port !== null && typeof port === 'object') options = port;
  else if (host !== null && typeof host === 'object') options = { ...host };
  else if (options === null || typeof options !== 'object') options = {};
  else options = { ...options };
  if (typeof port === 'number') options.port = port;
  if (typeof host === 'string') options.host = host;
  // An address is no name to ask for.
  if (options.servername && isIP(options.servername)) options = { ...options, servername: '' };
  if (options._agentKey) {
    const session = this._getSession(options._agentKey);
    if (session) options = { session, ...options };
  }
  const socket = require('tls').connect(options);
  if (this[kOnKeylog]) socket.on('keylog', this[kOnKeylog]);
  if (options._agentKey) {
    socket.on('session', (session) => this._cacheSession(options._agentKey, session));
    socket.once('close', (error) => {
      if (error) this._evictSession(options._agentKey);
    });
  }
  return socket;
};

const PARTS = [
  'ca', 'cert', 'clientCertEngine', 'ciphers', 'key', 'pfx', 'rejectUnauthorized', 'servername', 'minVersion', 'maxVersion',
  'secureProtocol', 'crl', 'honorCipherOrder', 'ecdhCurve', 'dhparam', 'secureOptions', 'sessionIdContext', 'sigalgs',
  'privateKeyIdentifier', 'privateKeyEngine',
];

// Connections that differ in what makes them secure are not the same.
Agent.prototype.getName = function getName(options = {}) {
  let name = FunctionPrototypeCall(HttpAgent.prototype.getName, this, options);
  for (let i = 0; i < PARTS.length; i++) {
    name += ':';
    const value = options[PARTS[i]];
    if (PARTS[i] === 'rejectUnauthorized' || PARTS[i] === 'honorCipherOrder' || PARTS[i] === 'secureOptions') {
      if (value !== undefined) name += value;
    } else if (PARTS[i] === 'servername') {
      if (value && value !== options.host) name += value;
    } else if (value) {
      name += PARTS[i] === 'sigalgs' ? JSONStringify(value) : value;
    }
  }
  return name;
};

Agent.prototype._getSession = function _getSession(key) {
  return this._sessionCache.map[key];
};

Agent.prototype._cacheSession = function _cacheSession(key, session) {
  if (this.maxCachedSessions === 0) return;
  const { map, list } = this._sessionCache;
  if (map[key]) {
    map[key] = session;
    return;
  }
  if (list.length >= this.maxCachedSessions) delete map[ArrayPrototypeShift(list)];
  ArrayPrototypePush(list, key);
  map[key] = session;
};

Agent.prototype._evictSession = function _evictSession(key) {
  const { map, list } = this._sessionCache;
  const index = ArrayPrototypeIndexOf(list, key);
  if (index === -1) return;
  ArrayPrototypeSplice(list, index, 1);
  delete map[key];
};

const globalAgent = new Agent({ keepAlive: true, scheduling: 'lifo', timeout: 5000, proxyEnv: proxyEnvOfProcess() });

module.exports = { Agent, globalAgent };
