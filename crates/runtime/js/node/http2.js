// `http2`. The logic is in internal/http2; the protocol is nghttp2's, which is opened when a session is first made.
'use strict';

const { ObjectDefineProperty } = primordials;

const constants = require('internal/http2/constants');
const { sensitiveHeaders } = require('internal/http2/headers');
const { getDefaultSettings, getPackedSettings, getUnpackedSettings } = require('internal/http2/settings');
const { lazyValues } = require('internal/util/lazy_members');

function connect(authority, options, listener) {
  return require('internal/http2/connect').connect(authority, options, listener);
}

function createServer(options, handler) {
  return require('internal/http2/server').createServer(options, handler);
}

function createSecureServer(options, handler) {
  return require('internal/http2/server').createSecureServer(options, handler);
}

// A session over a connection that is there already.
function performServerHandshake(socket, options = {}) {
  const { initializeOptions } = require('internal/http2/server');
  const { ServerHttp2Session } = require('internal/http2/server_session');
  return new ServerHttp2Session(initializeOptions(options), socket, undefined);
}

module.exports = {
  connect,
  constants,
  createServer,
  createSecureServer,
  getDefaultSettings,
  getPackedSettings,
  getUnpackedSettings,
  performServerHandshake,
  sensitiveHeaders,
  Http2ServerRequest: undefined,
  Http2ServerResponse: undefined,
};

lazyValues(module.exports, 'internal/http2/compat_request', ['Http2ServerRequest']);
lazyValues(module.exports, 'internal/http2/compat_response', ['Http2ServerResponse']);

// Programs promisify it.
ObjectDefineProperty(connect, require('internal/util/promisify').promisify.custom, {
  __proto__: null,
  configurable: true,
  value: (authority, options) => {
    const { Promise } = primordials;
    return new Promise((resolve, reject) => {
      const session = connect(authority, options, () => {
        session.removeListener('error', reject);
        return resolve(session);
      });
      session.once('error', reject);
    });
  },
});
