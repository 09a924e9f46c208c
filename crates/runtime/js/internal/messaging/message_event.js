// MessageEvent in Node's loops.
'use strict';

const {
  ArrayPrototypePush, ArrayPrototypeSlice, FunctionPrototypeSymbolHasInstance, ObjectDefineProperties, ObjectFreeze, String,
  SymbolIterator, SymbolToStringTag, TypeError,
} = primordials;
const { Event } = require('web/event_target');

function fail(problem) {
  return new TypeError(`MessageEvent constructor: ${problem}`);
}

function isPort(value) {
  return FunctionPrototypeSymbolHasInstance(require('internal/messaging/message_port').MessagePort, value);
}

function readPort(value, name) {
  if (!isPort(value)) throw fail(`Expected eventInitDict.${name} ("${String(value)}") to be an instance of MessagePort.`);
  return value;
}

function readPorts(given) {
  const ports = [];
  if (given === undefined) return ObjectFreeze(ports);
  if (typeof given?.[SymbolIterator] !== 'function') throw fail(`eventInitDict.ports (${String(given)}) is not iterable.`);
  const { iterate } = require('web/structured_clone');
  iterate(given, (port) => ArrayPrototypePush(ports, readPort(port, `ports[${ports.length}]`)));
  return ObjectFreeze(ports);
}

// An event of the runtime's own, whose ports need no reading.
let makeMessageEvent;

class MessageEvent extends Event {
  #data;
  #origin;
  #lastEventId;
  #source;
  #ports;

  static {
    makeMessageEvent = (type, data, ports) => {
      const event = new MessageEvent(type, { __proto__: null, data });
      if (ports !== undefined) event.#ports = ports;
      return event;
    };
  }

  constructor(type, eventInitDict = {}) {
    if (arguments.length === 0) throw fail('1 argument required, but 0 found.');
    if (typeof eventInitDict !== 'object' && typeof eventInitDict !== 'function') {
      throw fail(`Expected ${String(eventInitDict)} to be one of: Null, Undefined, Object.`);
    }
    super(type, eventInitDict);
    const { data = null, origin = '', lastEventId = '', source = null, ports } = eventInitDict ?? {};
    this.#data = data;
    this.#origin = `${origin}`;
    this.#lastEventId = `${lastEventId}`;
    this.#source = source === null ? null : readPort(source, 'source');
    this.#ports = readPorts(ports);
  }

  static #check(value) {
    if (value === null || typeof value !== 'object' || !(#ports in value)) {
      const error = new TypeError('Illegal invocation');
      error.code = 'ERR_INVALID_THIS';
      throw error;
    }
    return value;
  }

  get data() { return MessageEvent.#check(this).#data; }
  get origin() { return MessageEvent.#check(this).#origin; }
  get lastEventId() { return MessageEvent.#check(this).#lastEventId; }
  get source() { return MessageEvent.#check(this).#source; }
  get ports() { return MessageEvent.#check(this).#ports; }

  initMessageEvent(
    type, bubbles = false, cancelable = false, data = null, origin = '', lastEventId = '', source = null, ports = [],
  ) {
    MessageEvent.#check(this);
    if (this.eventPhase !== 0) return;
    this.initEvent(type, bubbles, cancelable);
    this.#data = data;
    this.#origin = `${origin}`;
    this.#lastEventId = `${lastEventId}`;
    this.#source = source;
    this.#ports = ObjectFreeze(ArrayPrototypeSlice(ports));
  }
}

const enumerable = { __proto__: null, enumerable: true };
ObjectDefineProperties(MessageEvent.prototype, {
  [SymbolToStringTag]: { __proto__: null, value: 'MessageEvent', configurable: true },
  data: enumerable,
  origin: enumerable,
  lastEventId: enumerable,
  source: enumerable,
  ports: enumerable,
  initMessageEvent: enumerable,
});

module.exports = { MessageEvent, makeMessageEvent };
