// The old name of a part of `http`, which packages still ask for.
'use strict';

const { methods } = internalBinding('http');
const { HTTPParser, parsers } = require('internal/http/parser');
const { kIncomingMessage } = require('internal/http/message_kinds');
const { hasInvalidChar, isToken } = require('internal/http/tokens');

module.exports = {
  _checkInvalidHeaderChar: (value) => hasInvalidChar(value),
  _checkIsHttpToken: (value) => isToken(value),
  chunkExpression: /(?:^|\W)chunked(?:$|\W)/i,
  continueExpression: /(?:^|\W)100-continue(?:$|\W)/i,
  CRLF: '\r\n',
  freeParser(parser) { parser?.free(); },
  methods,
  parsers,
  kIncomingMessage,
  HTTPParser,
};
