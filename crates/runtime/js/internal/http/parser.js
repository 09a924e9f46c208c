// A parser of one connection, and what goes from it into messages.
//
// The native side is asked event by event (see bindings/http.d.ts), so a listener may do anything between two of them:
// free the parser, destroy the socket, pause. Who owns the parser, a server's connection or a client's request, gives it
// `onHead`, which makes the message, and hears of the rest.
//
// Ticks and microtasks: bytes that come straight from the connection ("consumed") are a callback of the loop for each
// piece of a body, and queues are drained after it; heads and ends of messages are not, except for heads after trailers.
// That is the order Node has, of plain connections and of those over TLS.
'use strict';

const { ArrayPrototypePop, ArrayPrototypePush, Error, ReflectApply, Symbol, TypedArrayPrototypeSet, TypedArrayPrototypeSlice, Uint8Array } = primordials;

const native = internalBinding('http');
const { NativeResource, callInside, destroy, enter, goBack, goInside, leave } = require('internal/async_hooks/native_resource');
const { buffers, fastBuffer } = require('internal/buffer/late');
const { touch } = require('internal/net/stream_timeout');
const { getOptionValue } = require('internal/options');
const { endMessage, readStart, readStop, takesText } = require('internal/http/incoming_message');
const { rawHeadersOf } = require('internal/http/headers');

// Loaded with the first callback.
let runNextTicks = () => {
  ({ runNextTicks } = require('internal/process/task_queues'));
  runNextTicks();
};

const { fields, next } = native;

const kParser = Symbol('kParser');

// See bindings/http.d.ts.
const FLAGS = 0;
const AT = 5;
const HAS_MORE = 6;
const BODY_BYTES = 8;
const AFTER = 9;
const IS_BODY = 10;
const WANTS_UPGRADE = 1 << 16;
const KEEPS_ALIVE = 1 << 17;
const IS_WHOLE = 1 << 18;
const NEED_MORE = 0;
const COMPLETE_WITH_TRAILERS = 2;
const STOP = 3;
const ERROR = 4;
const IN_SLAB = 5;
const AFTER_ASK = 0;
const AFTER_COMPLETE = 1;
const LARGEST_IN_SLAB = 2048;

// What `onHead` answers, and `decide` takes.
const GO_ON = 0;
const NO_BODY = 1;
const UPGRADE = 2;
const NO_UPGRADE = 3;

const nothing = () => {};

// Where small pieces of bodies lie, one behind the other, as those of `Buffer.allocUnsafe` do.
const SLAB_BYTES = 16 * 1024;
let slab = new Uint8Array(SLAB_BYTES);
let slabBuffer = slab.buffer;
let slabAt = 0;

function fromSlab(length) {
  const bytes = fastBuffer(slabBuffer, slabAt, length);
  // Views of wider elements may be made of what is there.
  slabAt = (slabAt + length + 7) & ~7;
  if (slabAt > SLAB_BYTES - LARGEST_IN_SLAB) {
    slab = new Uint8Array(SLAB_BYTES);
    slabBuffer = slab.buffer;
    slabAt = 0;
  }
  return bytes;
}

// Those that are not in use, for the next connection or request.
const parsers = { max: 1000, list: [] };

const STRICT = 0;
const RELAXED = 1;
const INSECURE = 2;

const DEFAULT_MAX_HEADER_SIZE = 16 * 1024;

const maxHeaderSize = () => getOptionValue('--max-http-header-size') || DEFAULT_MAX_HEADER_SIZE;

// What `insecureHTTPParser` and `httpValidation` ask for.
function validationOf({ insecureHTTPParser, httpValidation }) {
  if (httpValidation === 'relaxed') return RELAXED;
  if (httpValidation === 'insecure' || insecureHTTPParser === true) return INSECURE;
  if (httpValidation === 'strict' || insecureHTTPParser === false) return STRICT;
  return getOptionValue('--insecure-http-parser') ? INSECURE : STRICT;
}

// Node drains its queues before every head of a connection on which there were trailers. What is drained may parse other input, and what is known of the
// head is in `fields`.
function drainBeforeHead() {
  const kept = TypedArrayPrototypeSlice(fields);
  runNextTicks();
  TypedArrayPrototypeSet(fields, kept);
}

class HTTPParser {
  #number = 0;
  #resource = null;
  #isRunning = false;
  // The connection is not read, because a body is not.
  #holdsBack = false;
  // The handle whose bytes come here, and what it called before.
  #handle = null;
  #previousRead = null;
  #hasFailed = false;
  #hadTrailers = false;

  socket = null;
  incoming = null;
  outgoing = null;
  // Twice the number of headers that are taken; 0 for all.
  maxHeaderPairs = 0;
  joinDuplicateHeaders = false;
  // Whom the next three are about.
  owner = null;
  // Called with the head; answers what is to be done with what follows.
  onHead = null;
  // Called with the owner when all of an input has been parsed, and the number of bytes or an error.
  onExecute = null;
  // Called with the owner before and after that, for bytes that come straight from a connection.
  hold = nothing;
  onComplete = undefined;
  onTimeout = null;
  // When the message began that is not over; 0 between messages.
  messageStart = 0;
  hasHead = false;

  // One that has been used before, if there is one.
  static take(isRequest, validation, limit, maxHeaders = 0) {
    const parser = ArrayPrototypePop(parsers.list) ?? new HTTPParser();
    parser.#start(isRequest, validation, limit, maxHeaders);
    return parser;
  }

  #start(isRequest, validation, limit, maxHeaders) {
    this.#hasFailed = this.#holdsBack = false;
    this.#number = native.newParser(isRequest, validation, limit || maxHeaderSize(), maxHeaders);
    this.#resource = new NativeResource(isRequest ? 'HTTPINCOMINGMESSAGE' : 'HTTPCLIENTREQUEST');
  }

  get number() { return this.#number; }
  get isConsuming() { return this.#handle !== null; }
  // 0 between messages, 1 in a head, 2 in a body.
  get state() { return this.#number === 0 ? 0 : native.state(this.#number); }
  getAsyncId() { return this.#resource.getAsyncId(); }

  // From now on what the handle reads is parsed where it is read; what a session of TLS reads, where it is deciphered.
  consume(handle) {
    this.#handle = handle;
    this.#previousRead = handle.onread;
    handle[kParser] = this;
    if (isSession(handle)) {
      handle.onread = onDecipheredRead;
    } else {
      handle.onread = onConsumedRead;
      native.consume(handle.number, this.#number);
    }
  }

  unconsume() {
    const handle = this.#handle;
    if (handle === null) return;
    this.#handle = null;
    if (!isSession(handle) && handle.number !== 0) native.consume(handle.number, 0);
    if (handle.onread === onConsumedRead || handle.onread === onDecipheredRead) handle.onread = this.#previousRead;
    handle[kParser] = undefined;
  }

  passOn(handle, read) {
    ReflectApply(this.#previousRead, handle, [read]);
  }

  // Parses bytes that somebody else has read; the number taken, or an error.
  execute(bytes) {
    if (this.#number === 0) return bytes.length;
    // The bytes are the connection's, and the message may be of another request than the one that has made it.
    const outer = goInside(this.#resource);
    const taken = this.run(native.execute(this.#number, bytes), false);
    goBack(outer);
    return taken;
  }

  // Goes through what is in the input, from `event` on.
  run(event, drains) {
    const wasRunning = this.#isRunning;
    this.#isRunning = true;
    try {
      return this.#run(event, drains);
    } finally {
      this.#isRunning = wasRunning;
    }
  }

  #run(event, drains) {
    for (;;) {
      if (typeof event === 'string' && fields[IS_BODY] === 0) {
        const flags = fields[FLAGS];
        const hasMore = fields[HAS_MORE] !== 0;
        const at = fields[AT];
        if (this.#hadTrailers) {
          if (drains) drainBeforeHead();
          if (this.#number === 0) return at;
        }
        this.hasHead = true;
        const decision = callInside(this.#resource, this.onHead, this, event, flags);
        if (this.#number === 0) return at;
        if ((flags & IS_WHOLE) !== 0) {
          callInside(this.#resource, this.#finishMessage, this, '');
          if (this.#number === 0 || !hasMore) return at;
        } else if (decision !== GO_ON) {
          native.decide(this.#number, decision);
        }
      } else if (typeof event !== 'number' || event === IN_SLAB) {
        const after = fields[AFTER];
        const at = fields[AT];
        callInside(this.#resource, this.#body, this, event);
        if (drains) runNextTicks();
        if (after !== AFTER_ASK) {
          if (this.#number === 0) return at;
          if (after === AFTER_COMPLETE) callInside(this.#resource, this.#finishMessage, this, '');
          else if (this.messageStart === 0) this.#begin();
          return at;
        }
      } else if (event === NEED_MORE) {
        if (this.messageStart === 0 && native.state(this.#number) !== 0) this.#begin();
        return fields[AT];
      } else if (event === STOP) {
        return fields[AT];
      } else if (event === ERROR) {
        return this.#error();
      } else {
        const hasTrailers = event === COMPLETE_WITH_TRAILERS;
        if (hasTrailers) this.#hadTrailers = true;
        callInside(this.#resource, this.#finishMessage, this, hasTrailers ? native.trailers(this.#number) : '');
      }
      if (this.#number === 0) return fields[AT];
      const message = this.incoming;
      event = next(this.#number, slab, slabAt, message !== null && takesText(message));
    }
  }

  #begin() {
    this.messageStart = now();
    this.hasHead = native.state(this.#number) !== 1;
  }

  // What `next` has given: text, bytes of their own, or `IN_SLAB`.
  #body(event) {
    const message = this.incoming;
    if (message === null || message._dumped) return;
    let hasRoom;
    if (typeof event === 'string') hasRoom = message.push(event, 'utf8');
    else if (event === IN_SLAB) hasRoom = message.push(fromSlab(fields[BODY_BYTES]));
    else hasRoom = message.push(fastBuffer(event.buffer, event.byteOffset, event.byteLength));
    if (!hasRoom) {
      this.#holdsBack = true;
      readStop(this.socket);
    }
  }

  #finishMessage(trailers) {
    this.messageStart = 0;
    this.hasHead = false;
    const message = this.incoming;
    if (message !== null) {
      message.complete = true;
      if (trailers !== '') message._addHeaderLines(rawHeadersOf(trailers, this.maxHeaderPairs >> 1), 0);
      endMessage(message);
    }
    this.onComplete?.();
    // What comes next is another message, which nobody has held back.
    if (this.#holdsBack) {
      this.#holdsBack = false;
      if (this.#number !== 0) readStart(this.socket);
    }
  }

  // There will be no more input.
  finish() {
    // What is wrong has been told.
    if (this.#number === 0 || this.#hasFailed) return undefined;
    const event = native.finish(this.#number);
    if (event === ERROR) {
      // The end is no input that something could be wrong in: Node's message has no reason.
      const error = this.#error();
      error.message = 'Parse Error';
      return error;
    }
    if (event !== NEED_MORE) this.#finishMessage('');
    return undefined;
  }

  #error() {
    this.#hasFailed = true;
    const { 0: code, 1: reason, 2: bytesParsed } = native.error(this.#number);
    const error = new Error(`Parse Error: ${reason}`);
    error.bytesParsed = bytesParsed;
    error.code = code;
    error.reason = reason;
    return error;
  }

  // The input that is being parsed, and what is left of it.
  packet() {
    const bytes = native.packet(this.#number);
    return buffers().from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  rest() {
    const bytes = native.rest(this.#number);
    return buffers().from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  // A callback of the handle that is consumed, with the first event of what it has read.
  receive(event, drains) {
    touch(this.socket);
    const resource = this.#resource;
    this.#isRunning = true;
    enter(resource);
    const { hold, onExecute, owner } = this;
    hold(owner, true);
    let result;
    try {
      result = this.run(event, drains);
    } finally {
      hold(owner, false);
    }
    onExecute(owner, result);
    this.#isRunning = false;
    leave(resource);
  }

  free() {
    this.close();
  }

  close() {
    if (this.#number === 0) return;
    this.unconsume();
    native.freeParser(this.#number);
    this.#number = 0;
    destroy(this.#resource);
    this.incoming = this.outgoing = this.owner = null;
    this.onHead = this.onExecute = null;
    this.onComplete = undefined;
    this.onTimeout = null;
    this.hold = nothing;
    this.maxHeaderPairs = 0;
    this.joinDuplicateHeaders = false;
    this.messageStart = 0;
    this.hasHead = false;
    if (this.socket !== null && this.socket.parser === this) this.socket.parser = null;
    this.socket = null;
    // One that is being run still looks at itself.
    if (!this.#isRunning && parsers.list.length < parsers.max) ArrayPrototypePush(parsers.list, this);
  }
}

// What a consumed handle calls when something was read.
function onConsumedRead(event) {
  const parser = this[kParser];
  if (event === null || (typeof event === 'number' && event < 0)) {
    parser.passOn(this, event);
    return;
  }
  parser.receive(event, true);
}

// The same of a session of TLS.
function onDecipheredRead(bytes) {
  const parser = this[kParser];
  if (bytes === null || typeof bytes === 'number') parser.passOn(this, bytes);
  else parser.receive(native.execute(parser.number, bytes), this.isOutermost);
}

const isSession = (handle) => handle.isOutermost !== undefined;

const now = () => process.hrtime()[0] * 1000 + process.hrtime()[1] / 1e6;

module.exports = {
  GO_ON, HTTPParser, KEEPS_ALIVE, NO_BODY, NO_UPGRADE, UPGRADE, WANTS_UPGRADE, maxHeaderSize, now, parsers,
  validationOf,
};
