// `http2`: the names and defaults of the protocol, which programs read before they know whether they will speak it.
// Whatever would speak it throws an error that says what is missing.
'use strict';

const { ObjectDefineProperty, Symbol } = primordials;
const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');
const constants = require('internal/http2/constants');

const sensitiveHeaders = Symbol('sensitiveHeaders');

// What a session that says nothing has agreed to.
function getDefaultSettings() {
  return {
    __proto__: null,
    headerTableSize: constants.DEFAULT_SETTINGS_HEADER_TABLE_SIZE,
    enablePush: constants.DEFAULT_SETTINGS_ENABLE_PUSH === 1,
    initialWindowSize: constants.DEFAULT_SETTINGS_INITIAL_WINDOW_SIZE,
    maxFrameSize: constants.DEFAULT_SETTINGS_MAX_FRAME_SIZE,
    maxConcurrentStreams: constants.DEFAULT_SETTINGS_MAX_CONCURRENT_STREAMS,
    maxHeaderSize: constants.DEFAULT_SETTINGS_MAX_HEADER_LIST_SIZE,
    maxHeaderListSize: constants.DEFAULT_SETTINGS_MAX_HEADER_LIST_SIZE,
    enableConnectProtocol: constants.DEFAULT_SETTINGS_ENABLE_CONNECT_PROTOCOL === 1,
  };
}

// A function, or a class that nothing is an instance of, which says what is missing.
function absent(name) {
  const missing = function() {
    throw new ERR_METHOD_NOT_IMPLEMENTED(`http2.${name}()`);
  };
  ObjectDefineProperty(missing, 'name', { __proto__: null, value: name, configurable: true });
  return missing;
}

module.exports = {
  connect: absent('connect'),
  constants,
  createServer: absent('createServer'),
  createSecureServer: absent('createSecureServer'),
  getDefaultSettings,
  getPackedSettings: absent('getPackedSettings'),
  getUnpackedSettings: absent('getUnpackedSettings'),
  performServerHandshake: absent('performServerHandshake'),
  sensitiveHeaders,
  Http2ServerRequest: absent('Http2ServerRequest'),
  Http2ServerResponse: absent('Http2ServerResponse'),
};
