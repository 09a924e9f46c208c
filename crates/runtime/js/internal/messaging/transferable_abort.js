// Signals that can be transferred: what arrives is another signal, which is aborted after the one that stayed. A pair of ports
// is between the two; neither keeps a program running.
'use strict';

const { ArrayPrototypePush, SafeWeakMap } = primordials;

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { MessageChannel, makeUnopened, movePort } = require('internal/messaging/message_port');
const { AbortController, AbortSignal, abort, kConstruct } = require('web/abort_controller');
const { addListener } = require('web/event_target');
const { structuredClone } = require('web/structured_clone');

const marked = new SafeWeakMap();
const once = { __proto__: null, capture: false, once: true, passive: false, signal: undefined, isNodeStyle: false, resistsStop: false };

function transferableAbortSignal(signal) {
  if (!(signal instanceof AbortSignal)) throw new ERR_INVALID_ARG_TYPE('signal', 'AbortSignal', signal);
  marked.set(signal, true);
  return signal;
}

function transferableAbortController() {
  const controller = new AbortController();
  marked.set(controller.signal, true);
  return controller;
}

// What a signal in a message is made of: { reason } if it is aborted, or else { port }.
const travelling = new SafeWeakMap();

// A reason that cannot be cloned is replaced by the error that says so.
function clonedReason(reason) {
  try {
    return structuredClone(reason);
  } catch (error) {
    return structuredClone(error);
  }
}

function tell(port, reason) {
  try {
    port.postMessage(reason);
  } catch (error) {
    port.postMessage(error);
  }
  port.close();
}

// A port that says when `signal` is aborted.
function portOf(signal) {
  const { port1, port2 } = new MessageChannel();
  addListener(signal, 'abort', () => tell(port1, signal.reason), once);
  return port2;
}

// Has a signal that arrived follow what its port says.
function follow(signal, port) {
  port.on('message', (reason) => {
    abort(signal, reason);
    port.close();
  });
  port.unref();
}

function makeEmpty() {
  const signal = new AbortSignal(kConstruct);
  marked.set(signal, true);
  return signal;
}

function move(from, to, isPosted, hidden) {
  if (from.aborted) {
    const reason = clonedReason(from.reason);
    abort(to, reason);
    travelling.set(to, { reason });
    return;
  }
  const port = makeUnopened();
  movePort(portOf(from), port, isPosted);
  if (!isPosted) {
    follow(to, port);
    return;
  }
  travelling.set(to, { port });
  ArrayPrototypePush(hidden, { __proto__: null, port, arrive: () => follow(to, port) });
}

function unpack({ port, reason }, files, hidden) {
  const signal = makeEmpty();
  if (port === undefined) abort(signal, reason);
  else ArrayPrototypePush(hidden, { __proto__: null, port, arrive: () => follow(signal, port) });
  return signal;
}

const kinds = [{
  __proto__: null,
  name: 'AbortSignal',
  is: (value) => value !== null && typeof value === 'object' && marked.has(value),
  isTransferable: () => true,
  refusal: () => 'Object that needs transfer was found in message but not listed in transferList',
  makeEmpty,
  move,
  pack: (signal) => travelling.get(signal),
  unpack,
}];

module.exports = { kinds, transferableAbortController, transferableAbortSignal };
