// moveMessagePortToContext(): a port whose class, messages and errors are those of a `vm` context.
//
// What scripts of the context get is an object of a class that is made there. Behind it stands a port of this context, whose
// messages are given the prototypes of the other one, and whose ports are replaced by such objects. It is no event target: it
// has `onmessage` and nothing else, as in Node.
'use strict';

const {
  ArrayIsArray, ArrayPrototypePop, ArrayPrototypePush, DataViewPrototypeGetBuffer, ObjectGetPrototypeOf, ObjectSetPrototypeOf, ReflectApply, SafeMap,
  SafeSet, SafeWeakMap, TypedArrayPrototypeGetBuffer, TypedArrayPrototypeGetSymbolToStringTag,
} = primordials;

const { isDOMException } = require('internal/errors/dom_exception');
const { close, isOpen, makeUnopened, movePort, post, setRef, stateOf } = require('internal/messaging/message_port');
const types = require('internal/util/types');
const { withSandbox } = require('internal/vm/sandbox');
const { registerPlatform } = require('web/cloneable_kinds');
const { replaceIn } = require('web/transferred_buffers');
const native = internalBinding('vm');

// Runs in the context: everything that is made here is of its classes.
const SOURCE = `(function(call) {
  class MessagePort {
    postMessage() { return call(this, 'postMessage', [...arguments]); }
    start() { call(this, 'start'); }
    close() { call(this, 'close'); }
    ref() { call(this, 'ref'); }
    unref() { call(this, 'unref'); }
    hasRef() { return call(this, 'hasRef'); }
  }
  class MessageEvent {
    constructor(data, target, ports) {
      this.data = data;
      this.target = target;
      this.type = 'message';
      this.ports = ports;
    }
  }
  class DOMException extends Error {
    #name;
    constructor(message, name) {
      super(message);
      this.#name = name;
    }
    get name() { return this.#name; }
    get code() { return this.#name === 'DataCloneError' ? 25 : 0; }
  }
  return { makePort: () => new MessagePort(), makeEvent: (...parts) => new MessageEvent(...parts), DOMException };
})`;

// { makePort, makeEvent, DOMException, globalObject } by sandbox.
const realms = new SafeWeakMap();
// The port behind an object of a context.
const inner = new SafeWeakMap();

const actions = {
  __proto__: null,
  postMessage: (port, args) => post(stateOf(port), args[0], args[1]),
  start: (port) => port.start(),
  close: (port) => close(stateOf(port)),
  ref: (port) => setRef(stateOf(port), true),
  unref: (port) => setRef(stateOf(port), false),
  hasRef: (port) => port.hasRef(),
};

function realmOf(sandbox) {
  let realm = realms.get(sandbox);
  if (realm !== undefined) return realm;
  realm = withSandbox(sandbox, (context, globalObject) => {
    const make = native.evaluate(context, SOURCE, 'node:internal/messaging/context_port', 1);
    const made = make((face, name, args) => act(realm, face, name, args));
    return { __proto__: null, makePort: made.makePort, makeEvent: made.makeEvent, DOMException: made.DOMException, globalObject };
  });
  realms.set(sandbox, realm);
  return realm;
}

function act(realm, face, name, args) {
  try {
    return actions[name](inner.get(face), args);
  } catch (error) {
    if (isDOMException(error)) throw new realm.DOMException(error.message, error.name);
    adopt(error, realm, new SafeMap());
    throw error;
  }
}

function moveMessagePortToContext(port, sandbox) {
  const moved = makeUnopened();
  movePort(port, moved, false);
  return faceOf(moved, realmOf(sandbox));
}

function faceOf(port, realm) {
  const face = realm.makePort();
  inner.set(face, port);
  stateOf(port).take = (data, ports) => deliver(face, realm, data, ports);
  setRef(stateOf(port), true);
  return face;
}

function deliver(face, realm, data, ports) {
  const faces = new SafeMap();
  for (let i = 0; i < ports.length; i++) faces.set(ports[i], faceOf(ports[i], realm));
  const list = new realm.globalObject.Array();
  for (let i = 0; i < ports.length; i++) list[i] = faces.get(ports[i]);
  const { onmessage } = face;
  if (typeof onmessage !== 'function') return;
  ReflectApply(onmessage, face, [realm.makeEvent(adopt(data, realm, faces), face, list)]);
}

// Gives everything in a clone the prototypes of another realm, and puts the objects that stand for ports in their places.
function adopt(value, realm, faces) {
  const seen = new SafeSet();
  const left = [];
  const replaced = (item) => {
    if (typeof item !== 'object' || item === null) return item;
    const face = faces.get(item);
    if (face !== undefined) return face;
    if (!seen.has(item)) {
      seen.add(item);
      ArrayPrototypePush(left, item);
    }
    return item;
  };
  const top = replaced(value);
  while (left.length !== 0) {
    const item = ArrayPrototypePop(left);
    replaceIn(item, replaced);
    if (types.isTypedArray(item)) replaced(TypedArrayPrototypeGetBuffer(item));
    else if (types.isDataView(item)) replaced(DataViewPrototypeGetBuffer(item));
    const prototype = realm.globalObject[classOf(item)]?.prototype;
    if (prototype !== undefined) ObjectSetPrototypeOf(item, prototype);
  }
  return top;
}

// The name of the class that a part of a clone is of; undefined for objects of the platform.
function classOf(value) {
  if (ArrayIsArray(value)) return 'Array';
  if (types.isMap(value)) return 'Map';
  if (types.isSet(value)) return 'Set';
  if (types.isDate(value)) return 'Date';
  if (types.isRegExp(value)) return 'RegExp';
  if (types.isNativeError(value)) return ObjectGetPrototypeOf(value).name;
  if (types.isArrayBuffer(value)) return 'ArrayBuffer';
  if (types.isSharedArrayBuffer(value)) return 'SharedArrayBuffer';
  if (types.isTypedArray(value)) return TypedArrayPrototypeGetSymbolToStringTag(value);
  if (types.isDataView(value)) return 'DataView';
  if (types.isNumberObject(value)) return 'Number';
  if (types.isStringObject(value)) return 'String';
  if (types.isBooleanObject(value)) return 'Boolean';
  if (types.isBigIntObject(value)) return 'BigInt';
  return ObjectGetPrototypeOf(ObjectGetPrototypeOf(value) ?? value) === null ? 'Object' : undefined;
}

// They can be sent on.
registerPlatform({
  __proto__: null,
  name: 'MessagePort',
  is: (value) => inner.has(value),
  isTransferable: (face) => isOpen(inner.get(face)),
  refusal: () => 'Object that needs transfer was found in message but not listed in transferList',
  detached: 'MessagePort in transfer list is already detached',
  makeEmpty: makeUnopened,
  move: (from, to, isPosted) => movePort(inner.get(from), to, isPosted),
});

module.exports = { moveMessagePortToContext };
