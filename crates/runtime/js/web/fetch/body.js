// Bodies of requests and responses: bytes that are read once.
//
// A body is a stream only when somebody looks at it as one. What a program gave as text or bytes stays that, and what arrives
// over a network is a stream from the beginning, read from inside without promises for its chunks. In a page reading takes a
// task of the networking source.
'use strict';

const {
  ArrayBufferIsView, ArrayPrototypePush, FunctionPrototypeCall, JSONParse, ObjectDefineProperties, ObjectGetOwnPropertyDescriptors,
  Promise, PromiseReject, PromiseResolve, RegExpPrototypeExec, StringPrototypeReplace, StringPrototypeToLowerCase,
  StringPrototypeToWellFormed, StringPrototypeTrim, SymbolAsyncIterator, TypeError, TypedArrayPrototypeGetSymbolToStringTag,
  TypedArrayPrototypeSet, Uint8Array,
} = primordials;

const { isAnyArrayBuffer } = require('internal/util/views');
const { illegalInvocation } = require('web/fetch/conversions');
const { acquireReader, cancel, read } = require('web/streams/readable_state');
const { faceOf, isReadableStream, makeByteStream, stateOf } = require('web/streams/readable_stream');

const { isWindow } = internalBinding('options').loop;

// One of `text` and `bytes`, or `stream`, the state of a readable one.
class Body {
  text;
  bytes;
  stream;
  isRead = false;

  constructor(text, bytes, stream) {
    this.text = text;
    this.bytes = bytes;
    this.stream = stream;
  }

  get isUsed() {
    return this.isRead || (this.stream !== undefined && this.stream.isDisturbed);
  }

  get isLocked() {
    return this.stream !== undefined && this.stream.reader !== undefined;
  }

  // How many bytes there are, null if nobody knows.
  get length() {
    return this.bytes === undefined && this.text === undefined ? null : this.toBytes().byteLength;
  }

  toBytes() {
    if (this.bytes === undefined) {
      const { TextEncoder } = require('internal/encoding');
      this.bytes = new TextEncoder().encode(this.text);
    }
    return this.bytes;
  }

  toStream() {
    if (this.stream === undefined) {
      this.stream = streamOfBytes(this.isRead ? new Uint8Array(0) : this.toBytes());
      if (this.isRead) cancel(this.stream);
    }
    return this.stream;
  }

  // Another body of the same bytes.
  clone() {
    if (this.stream === undefined) return new Body(this.text, this.bytes, undefined);
    const { teeStream } = require('web/streams/tee');
    const { 0: left, 1: right } = teeStream(this.stream);
    this.stream = left;
    this.text = this.bytes = undefined;
    return new Body(undefined, undefined, right);
  }

  // Everything, by callbacks: `(bytes)` or `(error)`.
  readAll(onBytes, onError) {
    this.isRead = true;
    if (this.stream === undefined) {
      onBytes(this.toBytes());
      return;
    }
    new WholeStream(this.stream, onBytes, onError).next();
  }
}

// All of a stream: its own requests for chunks.
class WholeStream {
  #reader;
  #onBytes;
  #onError;
  #chunks = [];
  #length = 0;
  #isLooping = false;
  #goesOn = true;

  constructor(stream, onBytes, onError) {
    this.#reader = acquireReader(stream);
    this.#onBytes = onBytes;
    this.#onError = onError;
  }

  chunk(chunk) {
    if (TypedArrayPrototypeGetSymbolToStringTag(chunk) !== 'Uint8Array') {
      this.#onError(new TypeError('Received non-Uint8Array chunk'));
      return;
    }
    ArrayPrototypePush(this.#chunks, chunk);
    this.#length += chunk.byteLength;
    this.#goesOn = true;
    this.next();
  }

  close() {
    this.#onBytes(joined(this.#chunks, this.#length));
  }

  error(error) {
    this.#onError(error);
  }

  // Chunks that are there already must not pile up calls.
  next() {
    if (this.#isLooping) return;
    this.#isLooping = true;
    while (this.#goesOn) {
      this.#goesOn = false;
      read(this.#reader, this);
    }
    this.#isLooping = false;
  }
}

function joined(chunks, length) {
  if (chunks.length === 1) return chunks[0];
  const bytes = new Uint8Array(length);
  let at = 0;
  for (let i = 0; i < chunks.length; i++) {
    TypedArrayPrototypeSet(bytes, chunks[i], at);
    at += chunks[i].byteLength;
  }
  return bytes;
}

function streamOfBytes(bytes) {
  let isGiven = bytes.byteLength === 0;
  return makeByteStream({
    __proto__: null,
    pull(controller) {
      if (!isGiven) {
        isGiven = true;
        controller.enqueue(new Uint8Array(bytes));
      }
      controller.close();
      controller.byobRequest?.respond(0);
    },
    cancel: () => PromiseResolve(),
  });
}

// What a body given by a program is, and the type that it implies: `{ body, type }`.
function extract(given, owner) {
  if (given === undefined || given === null) return { __proto__: null, body: null, type: null };
  const { bytesOf, isBlob } = require('internal/buffer/blob');
  if (isReadableStream(given)) {
    const stream = stateOf(given);
    if (stream.isDisturbed || stream.reader !== undefined) {
      throw new TypeError(`${owner} body object should not be disturbed or locked`);
    }
    return of(undefined, undefined, stream);
  }
  if (typeof given === 'object') {
    if (isBlob(given)) return of(undefined, bytesOf(given), undefined, given.type === '' ? null : given.type);
    if (isAnyArrayBuffer(given)) return of(undefined, new Uint8Array(new Uint8Array(given)));
    if (ArrayBufferIsView(given)) return of(undefined, new Uint8Array(new Uint8Array(given.buffer, given.byteOffset, given.byteLength)));
    const { isFormData } = require('web/fetch/form_data');
    if (isFormData(given)) {
      const { bytes, type } = require('web/fetch/multipart').encodeForm(given);
      return of(undefined, bytes, undefined, type);
    }
    const { URLSearchParams } = require('internal/url/search_params');
    if (given instanceof URLSearchParams) {
      return of(`${given}`, undefined, undefined, 'application/x-www-form-urlencoded;charset=UTF-8');
    }
    if (typeof given[SymbolAsyncIterator] === 'function') return of(undefined, undefined, streamOfIterable(given));
  }
  return of(StringPrototypeToWellFormed(`${given}`), undefined, undefined, 'text/plain;charset=UTF-8');
}

function of(text, bytes, stream, type = null) {
  return { __proto__: null, body: new Body(text, bytes, stream), type };
}

function streamOfIterable(iterable) {
  let iterator;
  return makeByteStream({
    __proto__: null,
    async pull(controller) {
      iterator ??= FunctionPrototypeCall(iterable[SymbolAsyncIterator], iterable);
      const { done, value } = await iterator.next();
      if (done) {
        controller.close();
        controller.byobRequest?.respond(0);
        return;
      }
      const { Buffer } = require('internal/buffer/buffer');
      const bytes = ArrayBufferIsView(value) ? value : Buffer.from(value);
      if (bytes.byteLength > 0) controller.enqueue(new Uint8Array(bytes));
    },
    async cancel() {
      await iterator?.return?.();
    },
  });
}

// A promise of what `convert` makes of the bytes of a request or a response.
function consume(owner, bodyOf, convert) {
  let body;
  try {
    body = bodyOf(owner);
  } catch (error) {
    return PromiseReject(error);
  }
  if (body !== null && (body.isUsed || body.isLocked)) {
    return PromiseReject(new TypeError('Body is unusable: Body has already been read'));
  }
  return new Promise((resolve, reject) => {
    const give = (bytes) => {
      try {
        resolve(convert(bytes));
      } catch (error) {
        reject(error);
      }
    };
    if (!isWindow) {
      if (body === null) give(new Uint8Array(0));
      else body.readAll(give, reject);
      return;
    }
    const { SOURCES, queueTask } = require('web/window/event_loop');
    if (body === null) queueTask(SOURCES.networking, () => give(new Uint8Array(0)));
    else body.readAll((bytes) => queueTask(SOURCES.networking, () => give(bytes)), reject);
  });
}

function decode(bytes) {
  const { TextDecoder } = require('internal/encoding');
  return new TextDecoder().decode(bytes);
}

// Of a type as a header has it, what a Blob has.
function normalType(text) {
  if (text === null) return '';
  const match = RegExpPrototypeExec(/^[\t\r\n ]*([^/;\s]+\/[^;\s]+)[\t\r\n ]*(;.*)?$/, text);
  if (match === null) return '';
  const parameters = match[2] === undefined ? '' : StringPrototypeReplace(match[2], /[\t ]*;[\t ]*([^=;]+)=/g,
    (_, name) => `;${StringPrototypeToLowerCase(name)}=`);
  return StringPrototypeToLowerCase(match[1]) + StringPrototypeTrim(parameters);
}

// The members that requests and responses share. `bodyOf` gives the body of one, or null, and throws for anything else.
function mixBody(prototype, bodyOf) {
  const checked = (owner) => {
    const body = bodyOf(owner);
    if (body === undefined) throw illegalInvocation();
    return body;
  };
  const members = {
    get body() {
      const body = checked(this);
      return body === null ? null : faceOf(body.toStream());
    },

    get bodyUsed() {
      const body = checked(this);
      return body !== null && body.isUsed;
    },

    text() {
      return consume(this, checked, decode);
    },

    json() {
      return consume(this, checked, (bytes) => JSONParse(decode(bytes)));
    },

    arrayBuffer() {
      return consume(this, checked, (bytes) => new Uint8Array(bytes).buffer);
    },

    bytes() {
      return consume(this, checked, (bytes) => new Uint8Array(bytes));
    },

    blob() {
      return consume(this, checked, (bytes) => {
        const { Blob } = require('internal/buffer/blob');
        return new Blob([bytes], { __proto__: null, type: normalType(this.headers.get('content-type')) });
      });
    },

    formData() {
      return consume(this, checked, (bytes) => {
        const { decodeForm } = require('web/fetch/multipart');
        return decodeForm(bytes, this.headers.get('content-type'));
      });
    },

    textStream() {
      const body = checked(this);
      if (body !== null && (body.isUsed || body.isLocked)) throw new TypeError('Body is unusable: Body has already been read');
      const { TextDecoderStream } = require('web/streams/text_streams');
      return faceOf(body === null ? streamOfBytes(new Uint8Array(0)) : body.toStream()).pipeThrough(new TextDecoderStream());
    },
  };
  const descriptors = ObjectGetOwnPropertyDescriptors(members);
  ObjectDefineProperties(prototype, descriptors);
}

module.exports = { Body, extract, mixBody };
