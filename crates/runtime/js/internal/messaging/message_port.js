// MessageChannel and MessagePort, as Node has them: event targets that are emitters too, whose messages come in the poll phase.
//
// The loop knows a port by a number (the binding `ports`); it asks `waiting` in the poll phase and then has messages
// delivered by `emit`, one callback each. A port takes messages while it is started, which its first 'message' listener does,
// and keeps the loop alive while it has such a listener. Messages are cloned when they are posted; ports that travel in
// them get their handles when they arrive, which is what their place among the others goes by.
'use strict';

const {
  ArrayBufferPrototypeTransfer,
  ArrayPrototypeIncludes,
  ArrayPrototypePush,
  FunctionPrototypeCall,
  ObjectAssign,
  ObjectCreate,
  ObjectDefineProperty,
  MapPrototypeForEach,
  ObjectFreeze,
  ObjectGetOwnPropertySymbols,
  ObjectSetPrototypeOf,
  SafeMap,
  SafeWeakMap,
  SymbolFor,
  SymbolIterator,
  TypeError,
} = primordials;

const { NodeEventTarget } = require('internal/events/node_event_target');
const { Group, PortData, discardMessage } = require('internal/messaging/port_data');
const {
  Event,
  defineEventHandler,
  initEventTarget,
  kCreateEvent,
  kHybridDispatch,
  kNewListener,
  kRemoveListener,
} = require('web/event_target');
const { registerPlatform } = require('web/cloneable_kinds');
const context = require('internal/async_hooks/context');
const hooks = require('internal/async_hooks/hooks');
const causes = internalBinding('causes').enabled ? require('internal/causes') : { __proto__: null, enabled: false };
const binding = internalBinding('ports');
const { resourceInfo, RESOURCE_ID } = internalBinding('timers');

// By port, and by the number of its handle while that is open.
const states = new SafeWeakMap();
const open = new SafeMap();

function MessagePort() {
  throw typeError('ERR_CONSTRUCT_CALL_INVALID', 'Constructor cannot be called');
}

// A program may put another in its place.
const { prototype } = MessagePort;

// As Node's native half words its errors.
function typeError(code, message) {
  const error = new TypeError(message);
  error.code = code;
  return error;
}

function stateOf(port) {
  const state = states.get(port);
  if (state === undefined) throw new TypeError('Illegal invocation');
  return state;
}

// A port object without a handle, as one that is still travelling.
function makeUnopened() {
  const port = ObjectCreate(prototype);
  initEventTarget(port);
  states.set(port, {
    __proto__: null,
    port,
    number: 0,
    data: null,
    isReceiving: false,
    isClosing: false,
    isClosed: false,
    hasRef: false,
    // The ports of the message in delivery, for the event that may be made of it.
    arrived: undefined,
    // Who gets the messages instead of the listeners of the port: take(data, ports).
    take: undefined,
    // What stands for it in async_hooks.
    resource: port,
    asyncId: 0,
    triggerId: 0,
    frame: undefined,
  });
  return port;
}

// Gives a port its handle and its data.
function openPort(port, data, kind = 'MESSAGEPORT') {
  const state = states.get(port);
  state.asyncId = ++hooks.lastAsyncId;
  resourceInfo[RESOURCE_ID] = state.asyncId;
  state.number = binding.open(kind === 'WORKER');
  state.triggerId = hooks.executionAsyncId;
  state.frame = context.current;
  if (hooks.enabled) hooks.emitInit(state.asyncId, kind, state.triggerId, state.resource);
  open.set(state.number, state);
  state.data = data;
  data.owner = state;
  if (data.messages.length > 0 || data.isEnded) data.wake();
}

function makePort(group) {
  const port = makeUnopened();
  openPort(port, new PortData(group));
  return port;
}

// A port behind something else, which is called `kind` and shown as `resource` where ports would be.
function makePortOf(group, kind, resource) {
  const port = makeUnopened();
  states.get(port).resource = resource;
  openPort(port, new PortData(group), kind);
  return port;
}

function setRef(state, wanted) {
  if (state.number === 0 || state.isClosing) return;
  state.hasRef = wanted;
  binding.setRef(state.number, wanted);
}

function start(state) {
  if (state.data === null) return;
  state.isReceiving = true;
  if (state.data.messages.length > 0 || state.data.isEnded) state.data.wake();
}

function close(state) {
  if (state.number === 0 || state.isClosing) return;
  state.isClosing = true;
  binding.close(state.number);
}

// The loop's three questions; see the binding.

function waiting(number) {
  const state = open.get(number);
  if (state === undefined || state.data === null) return 0;
  const { messages, isEnded } = state.data;
  if (messages.length === 0 && isEnded) close(state);
  if (!state.isReceiving) return 0;
  // Behind the last one the port is to be closed, for which it has to be asked again.
  return messages.length === 1 && isEnded ? 2 : messages.length;
}

// Before and after a callback of the port. Listeners throw in ticks of their own.
function begin(state) {
  context.current = state.frame;
  if (hooks.entering) hooks.emitBefore(state.asyncId, state.triggerId, state.resource);
}

function finish(state) {
  if (hooks.entering) hooks.emitAfter(state.asyncId);
}

function emit(number) {
  const state = open.get(number);
  const message = state.data.messages.shift();
  // One that comes from another thread is a callback of the port.
  const isTold = causes.enabled && message.made !== undefined;
  if (isTold) causes.begin('message', undefined, message.made);
  begin(state);
  state.arrived = arrive(message);
  if (state.take !== undefined) state.take(message.data, state.arrived);
  else state.port[kHybridDispatch](message.data, 'message');
  finish(state);
  if (isTold) causes.end();
}

// Delivers all that waits at once, as a callback that runs already may do for a port that comes to its end.
function emitAll(state) {
  while (state.data !== null && state.data.messages.length > 0) {
    const message = state.data.messages.shift();
    state.arrived = arrive(message);
    state.port[kHybridDispatch](message.data, 'message');
  }
}

function closed(number) {
  const state = open.get(number);
  open.delete(number);
  state.hasRef = false;
  const { data } = state;
  if (data !== null) {
    state.data = null;
    data.owner = null;
    data.discard();
  }
  begin(state);
  const event = new MessagePortCloseEvent();
  state.port[kHybridDispatch](event, 'close', event);
  finish(state);
  state.isClosed = true;
  if (hooks.enabled) hooks.emitDestroy(state.asyncId);
}

binding.install(
  waiting,
  emit,
  closed,
  (channel) => require('internal/messaging/remote_port').arrived(channel),
  (buffer) => { ArrayBufferPrototypeTransfer(buffer, 0); },
);

// Opens the ports of a message, tells the objects that go on over those that are hidden, and lists the others.
function arrive(message) {
  const { ports, travelling, hidden } = message;
  for (let i = 0; i < ports.length; i++) openPort(ports[i], travelling[i]);
  if (hidden !== undefined && hidden.length !== 0) {
    for (let i = 0; i < hidden.length; i++) openPort(hidden[i].port, travelling[ports.length + i]);
    for (let i = 0; i < hidden.length; i++) hidden[i].arrive();
  }
  return ports;
}

function checkPort(port) {
  if (!states.has(port)) throw typeError('ERR_INVALID_ARG_TYPE', 'The "port" argument must be a MessagePort instance');
  return states.get(port);
}

// Whether a port of the program's can be sent anywhere.
function isOpen(port) {
  const state = checkPort(port);
  return state.data !== null && !state.isClosing;
}

// The next message of a port whether it is started or not; undefined if there is none.
function receive(port) {
  const state = checkPort(port);
  if (state.data === null) return undefined;
  let message = state.data.messages.shift();
  if (message === undefined) {
    // Another thread may have sent one that the loop has not come to yet.
    require('internal/messaging/remote_port').takeWaiting(state.data);
    message = state.data.messages.shift();
  }
  if (message === undefined) {
    if (state.data.isEnded) close(state);
    return undefined;
  }
  arrive(message);
  return { message: message.data };
}

// The second argument of postMessage: a list of what to transfer, or a dictionary with one.
function readTransfers(given, source) {
  const transfers = [];
  if (given === undefined || given === null) return transfers;
  const isObject = typeof given === 'object' || typeof given === 'function';
  if (isObject && typeof given[SymbolIterator] !== 'function') {
    const { transfer } = given;
    if (transfer !== undefined) readList(transfers, transfer, 'options.transfer', source);
  } else {
    readList(transfers, given, 'transferList', source);
  }
  return transfers;
}

function readList(transfers, list, name, source) {
  const refusal = () => typeError('ERR_INVALID_ARG_TYPE', `Optional ${name} argument must be an iterable`);
  if (typeof list !== 'object' || typeof list?.[SymbolIterator] !== 'function') throw refusal();
  cloning().iterate(list, (item) => {
    if (item === source) throw new (require('internal/errors/dom_exception').DOMException)('Transfer list contains source port', 'DataCloneError');
    cloning().addTransfer(transfers, item);
  }, refusal);
}

// A list of what to transfer: a port of the runtime's own, and what the program wants to.
function withOwn(port, transferList) {
  const list = [port];
  if (transferList !== undefined && transferList !== null) readList(list, transferList, 'transferList', undefined);
  return list;
}

const NONE = ObjectFreeze([]);

function isPlainType(type) {
  return type === 'string' || type === 'number' || type === 'boolean' || type === 'undefined';
}

let structuredClone;

// Loaded with the first message: one that comes from another thread is read by internal/messaging/serializer.
function cloning() {
  return structuredClone ??= require('web/structured_clone');
}

// Clones a message, and takes what is to be transferred from the program.
function pack(value, given, source) {
  // What is no object is its own clone.
  if (given === undefined && (value === null || isPlainType(typeof value))) {
    const made = causes.enabled ? causes.mark('message') : undefined;
    return { __proto__: null, data: value, ports: NONE, travelling: NONE, hidden: NONE, made };
  }
  const transfers = readTransfers(given, source);
  const made = causes.enabled ? causes.mark('message') : undefined;
  const { result, transferred, hidden } = cloning().cloneWith(value, transfers, true);
  const ports = [];
  const travelling = [];
  for (let i = 0; i < transferred.length; i++) {
    const state = states.get(transferred[i]);
    if (state === undefined) continue;
    ArrayPrototypePush(ports, state.port);
    ArrayPrototypePush(travelling, state.data);
    state.data = null;
  }
  for (let i = 0; i < hidden.length; i++) {
    const state = states.get(hidden[i].port);
    ArrayPrototypePush(travelling, state.data);
    state.data = null;
  }
  return { __proto__: null, data: result, ports: ObjectFreeze(ports), travelling, hidden, made };
}

// True if somebody will get the message, undefined if the port is closed.
function post(state, value, given) {
  const message = pack(value, given, state.port);
  const { data } = state;
  if (state.isClosing || data === null || data.group === null) {
    discardMessage(message);
    return state.isClosing || data === null ? undefined : false;
  }
  const others = data.group.othersThan(data);
  for (let i = 0; i < others.length; i++) {
    if (ArrayPrototypeIncludes(message.travelling, others[i])) {
      process.emitWarning('The target port was posted to itself, and the communication channel was lost');
      discardMessage(message);
      return true;
    }
    // Each hears its own copy. Only channels of two transfer anything.
    others[i].add(i === 0 ? message : { __proto__: null, ...message, data: cloning().cloneWith(message.data, [], true).result });
  }
  return others.length > 0;
}

// Posts what the runtime has made itself of plain objects and primitives to the one other end: nobody else has it, so that it
// needs no clone.
function postOwn(state, value) {
  const { data } = state;
  if (state.isClosing || data === null || data.group === null) return;
  const made = causes.enabled ? causes.mark('message') : undefined;
  data.group.othersThan(data)[0]?.add({ __proto__: null, data: value, ports: NONE, travelling: NONE, hidden: NONE, made });
}

registerPlatform({
  __proto__: null,
  name: 'MessagePort',
  is: (value) => states.has(value),
  isTransferable: isOpen,
  refusal: (port) => (states.get(port).data === null ?
    'Cannot clone object of unsupported type.' :
    'Object that needs transfer was found in message but not listed in transferList'),
  detached: 'MessagePort in transfer list is already detached',
  makeEmpty: makeUnopened,
  move: movePort,
});

// What is posted arrives later.
function movePort(from, to, isPosted) {
  const old = states.get(from);
  const { data } = old;
  data.owner = null;
  close(old);
  old.data = null;
  if (isPosted) states.get(to).data = data;
  else openPort(to, data);
}

const methods = {
  postMessage(message, transferOrOptions = undefined) {
    const state = stateOf(this);
    if (arguments.length === 0) throw typeError('ERR_MISSING_ARGS', 'Not enough arguments to MessagePort.postMessage');
    return post(state, message, transferOrOptions);
  },

  start() {
    start(stateOf(this));
  },

  ref() {
    setRef(stateOf(this), true);
  },

  unref() {
    setRef(stateOf(this), false);
  },

  hasRef() {
    return stateOf(this).hasRef;
  },

  close(callback = undefined) {
    const state = stateOf(this);
    if (typeof callback === 'function') this.once('close', callback);
    close(state);
  },
};

const watchers = {
  [kNewListener](size, type, listener, once, capture, passive) {
    FunctionPrototypeCall(NodeEventTarget.prototype[kNewListener], this, size, type, listener, once, capture, passive);
    if (type !== 'message' || size !== 1) return;
    setRef(states.get(this), true);
    start(states.get(this));
  },

  [kRemoveListener](size, type) {
    if (type !== 'message' || size !== 0) return;
    setRef(states.get(this), false);
    states.get(this).isReceiving = false;
  },

  [kCreateEvent](data, type) {
    if (type !== 'message' && type !== 'messageerror') {
      return FunctionPrototypeCall(NodeEventTarget.prototype[kCreateEvent], this, data, type);
    }
    const state = states.get(this);
    const ports = state.arrived;
    state.arrived = undefined;
    const { makeMessageEvent } = require('internal/messaging/message_event');
    return makeMessageEvent(type, data, ports);
  },

  [SymbolFor('nodejs.util.inspect.custom')]() {
    const state = states.get(this);
    if (state === undefined) return this;
    const shown = state.isClosed ? { active: false } : { active: true, refed: state.hasRef };
    return ObjectAssign(ObjectCreate(prototype), shown);
  },
};

ObjectSetPrototypeOf(MessagePort, NodeEventTarget);
ObjectSetPrototypeOf(prototype, NodeEventTarget.prototype);
ObjectAssign(prototype, methods);
defineEventHandler(prototype, 'message');
defineEventHandler(prototype, 'messageerror');
const symbols = ObjectGetOwnPropertySymbols(watchers);
for (let i = 0; i < symbols.length; i++) {
  ObjectDefineProperty(prototype, symbols[i], {
    __proto__: null, value: watchers[symbols[i]], writable: true, configurable: true,
  });
}

class MessagePortCloseEvent extends Event {
  constructor() { super('close'); }
}

function MessageChannel() {
  if (new.target === undefined) {
    throw typeError('ERR_CONSTRUCT_CALL_REQUIRED', 'Cannot call constructor without `new`');
  }
  const group = new Group();
  this.port1 = makePort(group);
  this.port2 = makePort(group);
}

// The ports that keep the program running.
function forEachActive(visit) {
  MapPrototypeForEach(open, (state) => {
    if (state.hasRef && state.resource === state.port) visit(state.port, state.asyncId);
  });
}

module.exports = {
  MessageChannel, MessagePort, arrive, close, emitAll, forEachActive, isOpen, makePort, makePortOf, makeUnopened, movePort, pack, post, postOwn, receive, setRef, stateOf, typeError,
  withOwn,
};
