// The old name of a part of `http`, which packages still ask for.
'use strict';

const { IncomingMessage, readStart, readStop } = require('internal/http/incoming_message');

module.exports = { IncomingMessage, readStart, readStop };
