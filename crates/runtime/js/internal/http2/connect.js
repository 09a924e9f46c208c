// http2.connect.
'use strict';

const { StringPrototypeSlice } = primordials;

const { codes: { ERR_HTTP2_UNSUPPORTED_PROTOCOL, ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateBoolean, validateUint32 } = require('internal/validators');
const { URL } = require('internal/url/url');
const { isIP } = require('internal/ip_address');
const { assertIsObject } = require('internal/http2/headers');
const { ClientHttp2Session, kAuthority, kProtocol } = require('internal/http2/client_session');

function connect(authority, options, listener) {
  if (typeof options === 'function') {
    listener = options;
    options = undefined;
  }
  assertIsObject(options, 'options');
  options = { ...options };
  assertIsObject(options.settings, 'options.settings');
  options.settings = { ...options.settings };
  if (options.strictFieldWhitespaceValidation !== undefined) {
    validateBoolean(options.strictFieldWhitespaceValidation, 'options.strictFieldWhitespaceValidation');
  }
  if (options.maxReservedRemoteStreams !== undefined) validateUint32(options.maxReservedRemoteStreams, 'options.maxReservedRemoteStreams');
  if (typeof authority === 'string') authority = new URL(authority);
  if (authority === null || typeof authority !== 'object') {
    throw new ERR_INVALID_ARG_TYPE('authority', ['string', 'Object', 'URL'], authority);
  }
  const protocol = authority.protocol || options.protocol || 'https:';
  const port = `${authority.port !== '' && authority.port !== undefined ? authority.port : (protocol === 'http:' ? 80 : 443)}`;
  let host = 'localhost';
  if (authority.hostname) {
    host = authority.hostname;
    if (host[0] === '[') host = StringPrototypeSlice(host, 1, -1);
  } else if (authority.host) {
    host = authority.host;
  }

  let socket;
  if (typeof options.createConnection === 'function') {
    socket = options.createConnection(authority, options);
  } else if (protocol === 'http:') {
    socket = require('net').connect({ port, host, ...options });
  } else if (protocol === 'https:') {
    socket = require('tls').connect(port, host, tlsOptions(options, host));
  } else {
    throw new ERR_HTTP2_UNSUPPORTED_PROTOCOL(protocol);
  }

  const session = new ClientHttp2Session(options, socket);
  session[kAuthority] = `${options.servername || host}:${port}`;
  if (isIP(host) === 6 && !options.servername) session[kAuthority] = `[${host}]:${port}`;
  session[kProtocol] = protocol;
  if (typeof listener === 'function') session.once('connect', listener);
  return session;
}

function tlsOptions(options, host) {
  const given = { ...options };
  given.ALPNProtocols = ['h2'];
  given.servername ??= isIP(host) === 0 ? host : '';
  return given;
}

module.exports = { connect };
