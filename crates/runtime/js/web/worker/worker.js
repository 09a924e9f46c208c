// Worker: a thread with a global object of its own, seen from the page or worker that made it.
//
// The two talk over one channel, so that nothing overtakes anything: messages of the programs, and what the thread has to say of
// itself (web/worker/inside). Each is { kind, … }. The thread is one of crates/runtime/src/workers.rs, as Node's are; when nothing
// goes on in it any more and no message is on its way to it, it keeps nothing alive.
'use strict';

const { AtomicsNotify, Int32Array, ObjectDefineProperties, SafeSet, SharedArrayBuffer, SymbolToStringTag, TypeError } = primordials;
const { EventTarget, defineEventHandler, fire } = require('web/dom/event_target');
const { makeSlot } = require('web/dom/slots');
const { requireArguments, requireDictionary } = require('web/window/arguments');
const { exactNow } = require('web/window/clock');
const deadlines = require('web/window/deadlines');
const { SOURCES, queueTask } = require('web/window/event_loop');
const { packMessage } = require('web/window/message');
const { Inbox } = require('web/window/message_port');
const { encode, pack } = require('web/window/outside');
const channels = require('internal/messaging/channels');
const { resolveInPage } = require('web/fetch/address');
const { DOMException } = require('internal/errors/dom_exception');
const { makeChannel, postOutside } = internalBinding('ports');
const binding = internalBinding('workers');

const STACK_BYTES = 5 * 2 ** 20;
const NOTIFY_AGAIN_MS = 10;

const slot = makeSlot();
// Those whose thread runs: a Worker that nobody holds is heard all the same.
const running = new SafeSet();

function readType(options) {
  const type = options?.type === undefined ? 'classic' : `${options.type}`;
  if (type === 'classic' || type === 'module') return type;
  throw new TypeError("Failed to construct 'Worker': Failed to read the 'type' property from 'WorkerOptions': " +
    `The provided value '${type}' is not a valid enum value of type WorkerType.`);
}

// What the address of a blob stands for is settled when the worker is made: it may be revoked right after.
function readBlob(url) {
  const { loadSync, schemeOf, textOf } = require('web/fetch/load');
  if (schemeOf(url) !== 'blob') return undefined;
  try {
    return textOf(loadSync(url));
  } catch {
    // The worker finds it missing.
    return undefined;
  }
}

class Worker extends EventTarget {
  constructor(scriptURL, options = undefined) {
    if (arguments.length === 0) throw new TypeError("Failed to construct 'Worker': 1 argument required, but only 0 present.");
    const address = `${scriptURL}`;
    requireDictionary('constructor', 'Worker', options);
    const name = options?.name === undefined ? '' : `${options.name}`;
    const type = readType(options);
    const url = resolveInPage(address);
    if (url === null) {
      throw new DOMException(`Failed to construct 'Worker': '${address}' is not a valid URL.`, 'SyntaxError');
    }
    super();
    const { 0: here, 1: there } = makeChannel();
    const inbox = new Inbox(this);
    inbox.start();
    const state = slot.give(this, { __proto__: null, worker: this, channel: here, inbox, thread: 0, isOver: false });
    send(state, { kind: 'begin', url, type, name, text: readBlob(url) });
    state.thread = binding.start('url', url, [], [], undefined, name, STACK_BYTES, there, false, false, 0);
    running.add(state);
    channels.receive(here, { __proto__: null, add: (message) => hear(state, message), end: () => gone(state) });
  }

  postMessage(message, options = undefined) {
    const state = slot.of(this);
    requireArguments('postMessage', 'Worker', 1, arguments.length);
    const { data, ports, made } = packMessage(message, options, () => {});
    if (!state.isOver) send(state, { kind: 'message', data }, ports, made);
  }

  terminate() {
    const state = slot.of(this);
    if (state.isOver) return;
    state.isOver = true;
    state.inbox.close();
    end(state);
  }
}

const NO_PORTS = [];

function send(state, data, ports = NO_PORTS, made = undefined) {
  const { bytes, channels: travelling, buffers, files, blocks } = encode({ __proto__: null, data, ports, made });
  postOutside(state.channel, bytes, travelling, buffers, files, blocks);
}

function hear(state, { data, ports }) {
  switch (data.kind) {
    case 'message': state.inbox.take(pack(data.data, ports)); break;
    case 'missing': tell(state, (worker) => fire(worker, new (require('web/dom/event').Event)('error', { __proto__: null, cancelable: true }))); break;
    case 'error': tell(state, (worker) => hearError(worker, data)); break;
    case 'failed': require('web/window/errors').fail(); break;
    default: break;
  }
}

function tell(state, callback) {
  queueTask(SOURCES.postedMessage, () => { if (!state.isOver) callback(state.worker); });
}

function hearError(worker, { text, message, filename, lineno, colno }) {
  const { ErrorEvent } = require('web/dom/events');
  const details = { __proto__: null, message, filename, lineno, colno };
  const isPrevented = !fire(worker, new ErrorEvent('error', { __proto__: null, cancelable: true, ...details, error: null }));
  if (!isPrevented) require('web/window/errors').reportFrom(text, details);
}

// Ends the thread. One that waits for shared memory is notified until it has noticed.
function end(state) {
  if (!running.has(state)) return;
  const waiting = binding.terminate(state.thread, makeShared);
  if (waiting === undefined) return;
  const { 0: buffer, 1: byteOffset } = waiting;
  AtomicsNotify(new Int32Array(buffer, byteOffset - byteOffset % 4, 1), 0);
  deadlines.setReferenced(deadlines.at(exactNow() + NOTIFY_AGAIN_MS, () => end(state)), false);
}

function makeShared(length) {
  return new SharedArrayBuffer(length);
}

// The thread has ended.
function gone(state) {
  running.delete(state);
  channels.close(state.channel);
  binding.takeLeave(state.thread);
}

const enumerable = { __proto__: null, enumerable: true };
ObjectDefineProperties(Worker.prototype, {
  [SymbolToStringTag]: { __proto__: null, value: 'Worker', configurable: true },
  postMessage: enumerable,
  terminate: enumerable,
});
defineEventHandler(Worker.prototype, 'message');
defineEventHandler(Worker.prototype, 'messageerror');
defineEventHandler(Worker.prototype, 'error');

module.exports = { Worker };
