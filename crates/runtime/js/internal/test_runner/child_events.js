// The events of a test file that runs in a process of its own, as they come to the runner: frames on standard output between
// what the file prints. A frame is a mark that no text has, the length of what follows, and the event in V8's form.
'use strict';

const {
  Error, EvalError, JSONParse, JSONStringify, MathMin, ObjectCreate, ObjectDefineProperty, ObjectGetPrototypeOf, ObjectKeys, ObjectPrototypeHasOwnProperty, ObjectPrototypePropertyIsEnumerable, RangeError,
  ReferenceError, SymbolToStringTag, SyntaxError, TypeError, TypedArrayPrototypeSubarray, URIError,
} = primordials;
const { Buffer } = require('buffer');

// Bytes that are in no UTF-8 text.
const MARK = Buffer.from([0xff, 0x0f, 0xff, 0x15]);
const HEAD = 8;

// Errors lose their class and their properties on the way: those that are told of are carried beside them.
function pack(value, depth = 0) {
  if (value === null || typeof value !== 'object' || depth > 6) return typeof value === 'function' || typeof value === 'symbol' ? plain(value) : value;
  if (value instanceof Error) return packError(value, depth);
  return value;
}

function plain(value) {
  return require('internal/util/inspect').inspect(value);
}

function packError(error, depth) {
  require('internal/errors/stack').normalizeStack(error);
  const own = { __proto__: null };
  const keys = ObjectKeys(error);
  for (let i = 0; i < keys.length; i++) {
    if (keys[i] !== 'cause') own[keys[i]] = pack(error[keys[i]], depth + 1);
  }
  const hasCause = ObjectPrototypeHasOwnProperty(error, 'cause');
  return {
    __proto__: null, isError: true, kind: kindOf(error), name: error.name, message: error.message, stack: error.stack, own, hasCause,
    causeIsKey: ObjectPrototypePropertyIsEnumerable(error, 'cause'), cause: hasCause ? pack(error.cause, depth + 1) : undefined,
  };
}

function unpack(packed) {
  if (packed === null || typeof packed !== 'object' || packed.isError !== true) return packed;
  const error = makeError(packed);
  for (const key in packed.own) error[key] = unpack(packed.own[key]);
  if (packed.hasCause) {
    ObjectDefineProperty(error, 'cause', {
      __proto__: null, value: unpack(packed.cause), writable: true, configurable: true, enumerable: packed.causeIsKey,
    });
  }
  return error;
}

const CLASSES = { __proto__: null, Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };

// The nearest class that both processes have.
function kindOf(error) {
  for (let host = ObjectGetPrototypeOf(error); host !== null; host = ObjectGetPrototypeOf(host)) {
    const name = host.constructor?.name;
    if (CLASSES[name] !== undefined && CLASSES[name].prototype === host) return name;
  }
  return 'Error';
}

// An object that looks like the error, and says that it is none by birth.
function makeError({ kind, name, message, stack }) {
  const error = ObjectCreate((CLASSES[kind] ?? Error).prototype);
  const define = (key, value) => ObjectDefineProperty(error, key, {
    __proto__: null, value, writable: true, configurable: true, enumerable: false,
  });
  define(SymbolToStringTag, 'Error');
  define('stack', stack);
  define('message', message);
  if (error.name !== name) define('name', name);
  return error;
}

function frame(type, data) {
  const { serialize } = require('internal/messaging/v8_writer');
  const details = data.details === undefined ? undefined : { ...data.details };
  if (details?.error !== undefined) details.error = pack(details.error);
  let body;
  try {
    body = serialize({ type, data: details === undefined ? data : { ...data, details } });
  } catch {
    body = serialize({ type, data: JSONParse(JSONStringify({ ...data, details })) });
  }
  const head = Buffer.alloc(HEAD);
  MARK.copy(head);
  head.writeUInt32BE(body.length, 4);
  return Buffer.concat([head, body]);
}

// The reporter of a child.
async function* writeEvents(source) {
  for await (const { type, data } of source) yield frame(type, data);
}

// Takes the output of a child apart.
class EventReader {
  #pending = Buffer.alloc(0);
  #onEvent;
  #onText;

  constructor(onEvent, onText) {
    this.#onEvent = onEvent;
    this.#onText = onText;
  }

  write(chunk) {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    while (this.#step());
  }

  #text(length) {
    if (length > 0) this.#onText(TypedArrayPrototypeSubarray(this.#pending, 0, length));
    this.#pending = TypedArrayPrototypeSubarray(this.#pending, length);
  }

  #step() {
    const at = this.#pending.indexOf(MARK);
    if (at === -1) {
      // The beginning of a mark may be at the end.
      let keep = MathMin(MARK.length - 1, this.#pending.length);
      while (keep > 0 && this.#pending.compare(MARK, 0, keep, this.#pending.length - keep) !== 0) keep--;
      this.#text(this.#pending.length - keep);
      return false;
    }
    this.#text(at);
    if (this.#pending.length < HEAD) return false;
    const end = HEAD + this.#pending.readUInt32BE(4);
    if (this.#pending.length < end) return false;
    const { deserialize } = require('internal/messaging/v8_reader');
    const { type, data } = deserialize(TypedArrayPrototypeSubarray(this.#pending, HEAD, end));
    this.#pending = TypedArrayPrototypeSubarray(this.#pending, end);
    if (data.details?.error !== undefined) data.details.error = unpack(data.details.error);
    this.#onEvent(type, data);
    return true;
  }

  end() {
    this.#text(this.#pending.length);
  }
}

module.exports = { EventReader, writeEvents };
