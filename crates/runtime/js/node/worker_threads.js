// The public `worker_threads` module: workers, ports and channels. In an environment that an embedder has connected,
// `parentPort` leads to the embedder.
'use strict';

const { Error } = primordials;
const { BroadcastChannel, portOf } = require('internal/messaging/broadcast_channel');
const { MessageChannel, MessagePort, isOpen, receive, typeError } = require('internal/messaging/message_port');
const { SHARE_ENV, Worker } = require('internal/worker/worker');
const { given, isWorker } = require('internal/worker/inside');
const { isMarkedAsUntransferable, markAsUncloneable, markAsUntransferable } = require('web/cloneable_kinds');
const { lazyValues } = require('internal/util/lazy_members');
const { threadId, threadName } = internalBinding('workers');

function moveMessagePortToContext(port, contextified) {
  if (!isOpen(port)) {
    const error = new Error('Cannot send data on closed MessagePort');
    error.code = 'ERR_CLOSED_MESSAGE_PORT';
    throw error;
  }
  const isObject = typeof contextified === 'object' && contextified !== null;
  if (!isObject || !require('vm').isContext(contextified)) throw typeError('ERR_INVALID_ARG_TYPE', 'Invalid context argument');
  return require('internal/messaging/context_port').moveMessagePortToContext(port, contextified);
}

function openParentPort() {
  if (isWorker) return given.parentPort;
  const channel = internalBinding('ports').openParent();
  return channel === 0 ? null : require('internal/messaging/remote_port').openRemotePort(channel);
}

module.exports = {
  isInternalThread: false,
  isMainThread: internalBinding('process').facts.isMain,
  MessagePort,
  MessageChannel,
  markAsUncloneable,
  markAsUntransferable,
  isMarkedAsUntransferable,
  moveMessagePortToContext,
  receiveMessageOnPort(port) { return receive(portOf(port) ?? port); },
  resourceLimits: given.resourceLimits,
  postMessageToThread(thread, value, transferList, timeout) {
    return require('internal/worker/thread_messages').postMessageToThread(thread, value, transferList, timeout);
  },
  threadId,
  threadName: isWorker ? threadName : '',
  SHARE_ENV,
  Worker,
  parentPort: openParentPort(),
  workerData: given.workerData,
  locks: undefined,
  BroadcastChannel,
  setEnvironmentData(key, value) {
    if (value === undefined) given.environmentData.delete(key);
    else given.environmentData.set(key, value);
  },
  getEnvironmentData(key) { return given.environmentData.get(key); },
};

lazyValues(module.exports, 'web/locks', ['locks']);
