// The old name of a part of `http`, which packages still ask for.
'use strict';

const { OutgoingMessage, kHighWaterMark } = require('internal/http/outgoing_message');
const { kUniqueHeaders, parseUniqueHeadersOption } = require('internal/http/outgoing_head');
const { validateHeaderName, validateHeaderValue } = require('internal/http/tokens');

module.exports = {
  kHighWaterMark, kUniqueHeaders, parseUniqueHeadersOption, validateHeaderName, validateHeaderValue, OutgoingMessage,
};
