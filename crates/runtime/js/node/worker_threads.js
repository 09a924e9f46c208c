// The public `worker_threads` module, as the main thread sees it. Threads themselves are not there yet: what
// would start one or talk to one says so.
'use strict';

const { SymbolFor } = primordials;

function unavailable(name) {
  const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');
  return new ERR_METHOD_NOT_IMPLEMENTED(`worker_threads.${name}`);
}

class Worker {
  constructor() {
    throw unavailable('Worker');
  }
}

const environmentData = new Map();

module.exports = {
  isMainThread: true,
  isInternalThread: false,
  parentPort: null,
  workerData: null,
  threadId: 0,
  threadName: '',
  resourceLimits: {},
  SHARE_ENV: SymbolFor('nodejs.worker_threads.SHARE_ENV'),
  Worker,
  getEnvironmentData(key) { return environmentData.get(key); },
  setEnvironmentData(key, value) {
    if (value === undefined) environmentData.delete(key);
    else environmentData.set(key, value);
  },
  markAsUntransferable() { throw unavailable('markAsUntransferable()'); },
  moveMessagePortToContext() { throw unavailable('moveMessagePortToContext()'); },
  receiveMessageOnPort() { throw unavailable('receiveMessageOnPort()'); },
  postMessageToThread() { throw unavailable('postMessageToThread()'); },
};
