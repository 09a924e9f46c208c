'use strict';

// tls.connect: a connection as a client, and what is asked of the server's certificate.

const { ObjectAssign, Symbol } = primordials;

const { genericNodeError } = require('internal/errors');
const { isIP } = require('internal/ip_address');
const { normalizeArgs } = require('internal/net/arguments');
const { validateFunction } = require('internal/validators');
const { clientContext } = require('internal/tls/context');
const { checkServerIdentity } = require('internal/tls/identity');
const { TLSSocket } = require('internal/tls/socket');

const kConnectOptions = Symbol('connect-options');

let warnedOfInsecurity = false;
let warnedOfAddress = false;

function allowsUnauthorized() {
  if (process.env.NODE_TLS_REJECT_UNAUTHORIZED !== '0') return false;
  if (!warnedOfInsecurity) {
    warnedOfInsecurity = true;
    process.emitWarning(
      'Setting the NODE_TLS_REJECT_UNAUTHORIZED environment variable to \'0\' makes TLS connections and HTTPS requests ' +
      'insecure by disabling certificate verification.');
  }
  return true;
}

// `(options)`, `(port, host, options)` and what lies between, each with a callback.
function argumentsOf(args) {
  const { 0: options, 1: callback } = normalizeArgs(args);
  if (args[1] !== null && typeof args[1] === 'object') ObjectAssign(options, args[1]);
  else if (args[2] !== null && typeof args[2] === 'object') ObjectAssign(options, args[2]);
  return { options, callback };
}

function connect(...args) {
  const { options: given, callback } = argumentsOf(args);
  const options = {
    rejectUnauthorized: !allowsUnauthorized(),
    ciphers: require('tls').DEFAULT_CIPHERS,
    checkServerIdentity: require('tls').checkServerIdentity ?? checkServerIdentity,
    minDHSize: 1024,
    ...given,
  };
  if (!options.keepAlive) options.singleUse = true;
  validateFunction(options.checkServerIdentity, 'options.checkServerIdentity');
  if (options.pskCallback !== undefined) validateFunction(options.pskCallback, 'pskCallback');
  const secureContext = options.secureContext || clientContext(options);
  options.rejectUnauthorized = options.rejectUnauthorized !== false;

  const socket = new TLSSocket(options.socket, {
    allowHalfOpen: options.socket ? options.socket.allowHalfOpen : !!options.allowHalfOpen,
    secureContext,
    isServer: false,
    requestCert: true,
    rejectUnauthorized: options.rejectUnauthorized,
    session: options.session,
    ALPNProtocols: options.ALPNProtocols,
    requestOCSP: options.requestOCSP,
    pskCallback: options.pskCallback,
    highWaterMark: options.highWaterMark,
    onread: options.onread,
    signal: options.signal,
    lookup: options.lookup,
    enableTrace: options.enableTrace,
  });
  socket[kConnectOptions] = options;
  if (callback) socket.once('secureConnect', callback);
  if (!options.socket) {
    if (options.timeout) socket.setTimeout(options.timeout);
    socket.connect(options);
  }
  socket._releaseControl();
  if (options.servername) {
    if (!warnedOfAddress && isIP(options.servername)) {
      warnedOfAddress = true;
      process.emitWarning('Setting the TLS ServerName to an IP address is not permitted by RFC 6066. This will be ' +
        'ignored in a future version.', 'DeprecationWarning', 'DEP0123');
    }
    socket.setServername(options.servername);
  }
  socket.on('secure', onConnectSecure);
  socket.prependListener('end', onConnectEnd);
  if (options.socket) socket._start();
  return socket;
}

function onConnectSecure() {
  const options = this[kConnectOptions];
  let error = this.verifyError();
  // The name matters even to those who accept any certificate: they see what is wrong with it.
  if (!error && !this.isSessionReused()) {
    const certificate = this.getPeerCertificate(true);
    const host = options.servername || options.host || options.socket?._host || 'localhost';
    error = options.checkServerIdentity(host, certificate);
  }
  if (error) {
    this.authorized = false;
    this.authorizationError = error.code || error.message;
    if (options.rejectUnauthorized !== false) {
      this.destroy(error);
      return;
    }
  } else {
    this.authorized = true;
  }
  this.secureConnecting = false;
  this.emit('secureConnect');
  this.removeListener('end', onConnectEnd);
}

function onConnectEnd() {
  if (this._hadError) return;
  const options = this[kConnectOptions];
  this._hadError = true;
  const error = genericNodeError('Client network socket disconnected before secure TLS connection was established', { __proto__: null, code: 'ECONNRESET' });
  error.path = options.path;
  error.host = options.host;
  error.port = options.port;
  error.localAddress = options.localAddress;
  this.destroy(error);
}

module.exports = { connect };
