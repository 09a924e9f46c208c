'use strict';

// tls.Server: a net.Server whose connections are TLSSockets; 'secureConnection' says that one is ready.

const {
  ArrayPrototypePush, FunctionPrototypeCall, ObjectSetPrototypeOf, RegExp, RegExpPrototypeExec, StringPrototypeReplace, Symbol, SymbolFor,
} = primordials;

const {
  codes: { ERR_INVALID_ARG_TYPE, ERR_TLS_ALPN_CALLBACK_WITH_PROTOCOLS, ERR_TLS_REQUIRED_SERVER_NAME },
  genericNodeError,
} = require('internal/errors');
const { Buffer } = require('internal/buffer/buffer');
const { isArrayBufferView } = require('internal/util/views');
const { validateFunction, validateNumber, validateString } = require('internal/validators');
const { Server: NetServer } = require('internal/net/server');
const { SecureContext, createSecureContext } = require('internal/tls/context');
const { TLSSocket } = require('internal/tls/socket');

const kRejection = SymbolFor('nodejs.rejection');
const kHandshakeTimeout = Symbol('handshake-timeout');
const kSNICallback = Symbol('snicallback');
const kErrorEmitted = Symbol('error-emitted');
const kPskCallback = Symbol('pskcallback');
const kPskIdentityHint = Symbol('pskidentityhint');
const kEnableTrace = Symbol('enableTrace');

const DEFAULT_HANDSHAKE_TIMEOUT_MS = 120_000;

function Server(options, listener) {
  if (!(this instanceof Server)) return new Server(options, listener);
  if (typeof options === 'function') {
    listener = options;
    options = {};
  } else if (options == null || typeof options === 'object') {
    options ??= {};
  } else {
    throw new ERR_INVALID_ARG_TYPE('options', 'Object', options);
  }
  this._contexts = [];
  this.requestCert = options.requestCert === true;
  this.rejectUnauthorized = options.rejectUnauthorized !== false;
  this.ALPNCallback = options.ALPNCallback;
  if (this.ALPNCallback) {
    validateFunction(this.ALPNCallback, 'options.ALPNCallback');
    if (options.ALPNProtocols) throw new ERR_TLS_ALPN_CALLBACK_WITH_PROTOCOLS();
  }
  if (options.pskCallback) validateFunction(options.pskCallback, 'options.pskCallback');
  if (options.pskIdentityHint) validateString(options.pskIdentityHint, 'options.pskIdentityHint');
  this[kPskCallback] = options.pskCallback;
  this[kPskIdentityHint] = options.pskIdentityHint;
  this[kEnableTrace] = options.enableTrace;
  if (options.ALPNProtocols) require('tls').convertALPNProtocols(options.ALPNProtocols, this);
  if (options.sessionTimeout) this.sessionTimeout = options.sessionTimeout;
  if (options.ticketKeys) this.ticketKeys = options.ticketKeys;
  this.setSecureContext(options);
  this[kHandshakeTimeout] = options.handshakeTimeout || DEFAULT_HANDSHAKE_TIMEOUT_MS;
  validateNumber(this[kHandshakeTimeout], 'options.handshakeTimeout');
  this[kSNICallback] = options.SNICallback;
  if (this[kSNICallback]) validateFunction(this[kSNICallback], 'options.SNICallback');
  FunctionPrototypeCall(NetServer, this, options, onConnection);
  if (listener) this.on('secureConnection', listener);
}
ObjectSetPrototypeOf(Server.prototype, NetServer.prototype);
ObjectSetPrototypeOf(Server, NetServer);

function onConnection(raw) {
  const hasNames = this._contexts.length > 0;
  const socket = new TLSSocket(raw, {
    secureContext: this._sharedCreds,
    isServer: true,
    server: this,
    requestCert: this.requestCert,
    rejectUnauthorized: this.rejectUnauthorized,
    handshakeTimeout: this[kHandshakeTimeout],
    ALPNProtocols: this.ALPNProtocols,
    ALPNCallback: this.ALPNCallback,
    SNICallback: this[kSNICallback] || (hasNames ? contextByName(this) : undefined),
    pauseOnConnect: this.pauseOnConnect,
    pskCallback: this[kPskCallback],
    pskIdentityHint: this[kPskIdentityHint],
    enableTrace: this[kEnableTrace],
  });
  socket[kErrorEmitted] = false;
  socket.on('secure', onSecure);
  socket.on('close', onClose);
  socket.on('_tlsError', onTLSError);
  socket.setTimeout(this[kHandshakeTimeout], socket._handleTimeout);
}

function onSecure() {
  const { server } = this._tlsOptions;
  if (this._requestCert && server.requestCert) {
    const error = this.verifyError();
    if (error) {
      this.authorizationError = error.code;
      if (this._rejectUnauthorized) {
        this.destroy();
        return;
      }
    } else {
      this.authorized = true;
    }
  }
  if (!this.destroyed && this._releaseControl()) {
    this.secureConnecting = false;
    server.emit('secureConnection', this);
  }
}

function onTLSError(error) {
  if (this._controlReleased || this[kErrorEmitted]) return;
  this[kErrorEmitted] = true;
  this._tlsOptions.server.emit('tlsClientError', error, this);
  if (!this.destroyed) this.destroy();
}

function onClose(hadError) {
  if (hadError || this._controlReleased || this[kErrorEmitted]) return;
  this[kErrorEmitted] = true;
  this._tlsOptions.server.emit('tlsClientError', genericNodeError('socket hang up', { __proto__: null, code: 'ECONNRESET' }), this);
}

// The last that was added for a name has it.
const contextByName = (server) => (name, callback) => {
  for (let i = server._contexts.length - 1; i >= 0; i--) {
    if (RegExpPrototypeExec(server._contexts[i][0], name) !== null) {
      callback(null, server._contexts[i][1]);
      return;
    }
  }
  callback(null, undefined);
};

Server.prototype.setSecureContext = function(options) {
  if (options === null || typeof options !== 'object') throw new ERR_INVALID_ARG_TYPE('options', 'Object', options);
  const names = ['pfx', 'key', 'passphrase', 'cert', 'ca', 'minVersion', 'maxVersion', 'secureProtocol', 'crl', 'sigalgs',
                 'ciphers', 'ecdhCurve', 'dhparam', 'secureOptions'];
  for (let i = 0; i < names.length; i++) this[names[i]] = options[names[i]] || undefined;
  this.honorCipherOrder = options.honorCipherOrder !== undefined ? !!options.honorCipherOrder : true;
  // Sessions of one program are not those of another.
  this.sessionIdContext = options.sessionIdContext || defaultSessionIdContext();
  if (options.sessionTimeout) this.sessionTimeout = options.sessionTimeout;
  this._sharedCreds = createSecureContext({
    pfx: this.pfx,
    key: this.key,
    passphrase: this.passphrase,
    cert: this.cert,
    ca: this.ca,
    ciphers: this.ciphers,
    sigalgs: this.sigalgs,
    ecdhCurve: this.ecdhCurve,
    dhparam: this.dhparam,
    minVersion: this.minVersion,
    maxVersion: this.maxVersion,
    secureProtocol: this.secureProtocol,
    secureOptions: this.secureOptions,
    honorCipherOrder: this.honorCipherOrder,
    crl: this.crl,
    sessionIdContext: this.sessionIdContext,
    ticketKeys: options.ticketKeys ?? this.ticketKeys,
    sessionTimeout: this.sessionTimeout,
    clientCertEngine: options.clientCertEngine,
    privateKeyEngine: options.privateKeyEngine,
    allowPartialTrustChain: options.allowPartialTrustChain,
  });
};

// What a listener rejects is the affair of its connection.
Server.prototype[kRejection] = function(error, event, socket) {
  if (event === 'secureConnection') socket.destroy(error);
  else FunctionPrototypeCall(NetServer.prototype[kRejection], this, error, event, socket);
};

let sessionIdContext;
function defaultSessionIdContext() {
  if (sessionIdContext === undefined) {
    let hash = 0;
    const text = process.argv.join(' ');
    for (let i = 0; i < text.length; i++) hash = (hash * 31 + text.charCodeAt(i)) >>> 0;
    sessionIdContext = `roundel${hash.toString(16)}`;
  }
  return sessionIdContext;
}

Server.prototype.addContext = function(name, context) {
  if (!name) throw new ERR_TLS_REQUIRED_SERVER_NAME();
  validateString(name, 'hostname');
  const pattern = StringPrototypeReplace(StringPrototypeReplace(name, /([.^$+?\-\\[\]{}])/g, '\\$1'), /\*/g, '[^.]*');
  const secure = context instanceof SecureContext ? context : createSecureContext(context);
  ArrayPrototypePush(this._contexts, [new RegExp(`^${pattern}$`), secure]);
};

Server.prototype.getTicketKeys = function() {
  return this._sharedCreds.context.getTicketKeys();
};

Server.prototype.setTicketKeys = function(keys) {
  if (!isArrayBufferView(keys)) throw new ERR_INVALID_ARG_TYPE('buffer', ['Buffer', 'TypedArray', 'DataView'], keys);
  if (keys.byteLength !== 48) throw new ERR_INVALID_ARG_TYPE('Session ticket keys must be a 48-byte buffer', 'Buffer', keys);
  this._sharedCreds.context.setTicketKeys(Buffer.from(keys.buffer, keys.byteOffset, keys.byteLength));
};

Server.prototype._getServerData = function() {
  return { ticketKeys: this.getTicketKeys().toString('hex') };
};

Server.prototype._setServerData = function(data) {
  this.setTicketKeys(Buffer.from(data.ticketKeys, 'hex'));
};

module.exports = { Server };
