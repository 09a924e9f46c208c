// HTTP/2's error codes and nghttp2's errors in words.
'use strict';

const { Error, StringPrototypeStartsWith } = primordials;

const NAMES = [
  'NO_ERROR', 'PROTOCOL_ERROR', 'INTERNAL_ERROR', 'FLOW_CONTROL_ERROR', 'SETTINGS_TIMEOUT', 'STREAM_CLOSED',
  'FRAME_SIZE_ERROR', 'REFUSED_STREAM', 'CANCEL', 'COMPRESSION_ERROR', 'CONNECT_ERROR', 'ENHANCE_YOUR_CALM',
  'INADEQUATE_SECURITY', 'HTTP_1_1_REQUIRED',
];

// The name of a code, or the code itself if it has none.
function nameOfCode(code) {
  return NAMES[code] === undefined ? code : `NGHTTP2_${NAMES[code]}`;
}

// What the library refuses.
class NghttpError extends Error {
  constructor(errno, custom) {
    super(custom === undefined ? internalBinding('http2').errorText(errno) : 'Too many invalid HTTP/2 frames');
    this.code = custom ?? 'ERR_HTTP2_ERROR';
    this.errno = errno;
  }

  get name() { return 'Error'; }
  toString() { return `${this.name} [${this.code}]: ${this.message}`; }
}

function isPseudo(name) {
  return StringPrototypeStartsWith(name, ':');
}

module.exports = { NghttpError, isPseudo, nameOfCode };
