// The public `worker_threads` module, as the main thread sees it. Ports and channels work within the thread. There are no
// other threads: what would start one or talk to one says so.
'use strict';

const { SafeMap, SymbolFor } = primordials;
const { BroadcastChannel } = require('internal/messaging/broadcast_channel');
const { MessageChannel, MessagePort, receive } = require('internal/messaging/message_port');
const { isMarkedAsUntransferable, markAsUncloneable, markAsUntransferable } = require('web/structured_clone');

function unavailable(name) {
  const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');
  return new ERR_METHOD_NOT_IMPLEMENTED(`worker_threads.${name}`);
}

class Worker {
  constructor() {
    throw unavailable('Worker');
  }
}

const environmentData = new SafeMap();

module.exports = {
  isInternalThread: false,
  isMainThread: true,
  MessagePort,
  MessageChannel,
  markAsUncloneable,
  markAsUntransferable,
  isMarkedAsUntransferable,
  moveMessagePortToContext() { throw unavailable('moveMessagePortToContext()'); },
  receiveMessageOnPort(port) { return receive(port); },
  resourceLimits: {},
  postMessageToThread() { throw unavailable('postMessageToThread()'); },
  threadId: 0,
  threadName: '',
  SHARE_ENV: SymbolFor('nodejs.worker_threads.SHARE_ENV'),
  Worker,
  parentPort: null,
  workerData: null,
  BroadcastChannel,
  setEnvironmentData(key, value) {
    if (value === undefined) environmentData.delete(key);
    else environmentData.set(key, value);
  },
  getEnvironmentData(key) { return environmentData.get(key); },
};
