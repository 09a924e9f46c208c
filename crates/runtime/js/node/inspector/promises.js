// `inspector/promises`: as `inspector`, where nothing inspects the program.
'use strict';

const inspector = require('inspector');
const { codes: { ERR_INSPECTOR_NOT_CONNECTED } } = require('internal/errors');

class Session extends inspector.Session {
  // Written out: the engine's default constructor asks the program's array iterator for its arguments.
  constructor() {
    super();
  }

  async post() {
    throw new ERR_INSPECTOR_NOT_CONNECTED();
  }
}

module.exports = { ...inspector, Session };
