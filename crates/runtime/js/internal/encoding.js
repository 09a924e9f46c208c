'use strict';

// The two classes of the Encoding standard, each in its own file.

module.exports = {
  get TextEncoder() { return require('internal/encoding/text_encoder').TextEncoder; },
  get TextDecoder() { return require('internal/encoding/text_decoder').TextDecoder; },
};
