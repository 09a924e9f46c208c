// `inspector`: what a program sees when nothing inspects it. There is no debugger to open, and asking for one says so.
'use strict';

const EventEmitter = require('events');
const { codes: { ERR_INSPECTOR_NOT_ACTIVE, ERR_INSPECTOR_NOT_CONNECTED, ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');

function open() {
  throw new ERR_METHOD_NOT_IMPLEMENTED('inspector.open()');
}

function close() {}

function url() {
  return undefined;
}

function waitForDebugger() {
  throw new ERR_INSPECTOR_NOT_ACTIVE();
}

class Session extends EventEmitter {
  // Written out: the engine's default constructor asks the program's array iterator for its arguments.
  constructor() {
    super();
  }

  connect() {
    throw new ERR_METHOD_NOT_IMPLEMENTED('inspector.Session.prototype.connect()');
  }

  connectToMainThread() {
    throw new ERR_METHOD_NOT_IMPLEMENTED('inspector.Session.prototype.connectToMainThread()');
  }

  post() {
    throw new ERR_INSPECTOR_NOT_CONNECTED();
  }

  disconnect() {}
}

module.exports = { open, close, url, waitForDebugger, console: globalThis.console, Session };
