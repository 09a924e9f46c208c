// The old name of a part of `http`, which packages still ask for.
'use strict';

const { ClientRequest } = require('internal/http/client_request');

module.exports = { ClientRequest };
