// The public `worker_threads` module. Ports and channels work within the environment; `parentPort` leads to whoever embeds it.
// A program starts no other threads: what would start one or talk to one says so.
'use strict';

const { Error, SafeMap, SymbolFor } = primordials;
const { BroadcastChannel } = require('internal/messaging/broadcast_channel');
const { MessageChannel, MessagePort, isOpen, receive, typeError } = require('internal/messaging/message_port');
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

function moveMessagePortToContext(port, contextified) {
  if (!isOpen(port)) {
    const error = new Error('Cannot send data on closed MessagePort');
    error.code = 'ERR_CLOSED_MESSAGE_PORT';
    throw error;
  }
  const isObject = typeof contextified === 'object' && contextified !== null;
  if (!isObject || !require('vm').isContext(contextified)) throw typeError('ERR_INVALID_ARG_TYPE', 'Invalid context argument');
  throw unavailable('moveMessagePortToContext()');
}

function openParentPort() {
  const channel = internalBinding('ports').openParent();
  return channel === 0 ? null : require('internal/messaging/remote_port').openRemotePort(channel);
}

const environmentData = new SafeMap();

module.exports = {
  isInternalThread: false,
  isMainThread: internalBinding('process').facts.isMain,
  MessagePort,
  MessageChannel,
  markAsUncloneable,
  markAsUntransferable,
  isMarkedAsUntransferable,
  moveMessagePortToContext,
  receiveMessageOnPort(port) { return receive(port); },
  resourceLimits: {},
  postMessageToThread() { throw unavailable('postMessageToThread()'); },
  threadId: 0,
  threadName: '',
  SHARE_ENV: SymbolFor('nodejs.worker_threads.SHARE_ENV'),
  Worker,
  parentPort: openParentPort(),
  workerData: null,
  BroadcastChannel,
  setEnvironmentData(key, value) {
    if (value === undefined) environmentData.delete(key);
    else environmentData.set(key, value);
  },
  getEnvironmentData(key) { return environmentData.get(key); },
};
