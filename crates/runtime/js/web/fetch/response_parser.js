// The bytes of HTTP/1 responses: heads, and bodies by length, in chunks or to the end of the connection.
//
//   HEAD ─► LENGTH | CHUNK_SIZE ⇄ CHUNK_DATA ─► TRAILERS | UNTIL_CLOSE ─► HEAD
//
// What is ambiguous is refused: two lengths that differ, a length beside chunks, line ends without a carriage return, folded
// lines. The listener has `onHead(status, statusText, version, names, values)`, which gives whether the response can have a body,
// `onBody(bytes)`, `onComplete()`, `onExtra()` for bytes while `isExpecting` is false, and `onUpgraded(bytes)` after a response 101.
'use strict';

const {
  ArrayPrototypePush, NumberParseInt, RegExpPrototypeExec, StringPrototypeCharCodeAt, StringPrototypeIndexOf, StringPrototypeSlice,
  StringPrototypeToLowerCase, StringPrototypeTrim, Uint8Array,
} = primordials;

const { copy } = internalBinding('buffer');

const { Buffer } = require('internal/buffer/buffer');
const { HTTPParserError, HeadersOverflowError, ResponseContentLengthMismatchError } = require('web/fetch/client_errors');

const HEAD = 0;
const LENGTH = 1;
const UNTIL_CLOSE = 2;
const CHUNK_SIZE = 3;
const CHUNK_DATA = 4;
const CHUNK_END = 5;
const TRAILERS = 6;
const UPGRADED = 7;

const MAX_HEAD_BYTES = 16384;
const STATUS_LINE = /^HTTP\/1\.([01]) (\d{3})(?: ([^\0\r\n]*))?$/;
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

class ResponseParser {
  #listener;
  #state = HEAD;
  #kept = null; // Bytes of a line or a head that is not whole yet.
  #left = 0;
  #trailerBytes = 0;

  constructor(listener) {
    this.#listener = listener;
  }

  // Takes bytes. Throws for what is no response.
  execute(bytes) {
    if (this.#kept !== null) {
      bytes = Buffer.concat([this.#kept, bytes]);
      this.#kept = null;
    }
    let at = 0;
    while (at < bytes.length) {
      switch (this.#state) {
        case HEAD:
          if (!this.#listener.isExpecting) {
            this.#listener.onExtra();
            return;
          }
          at = this.#head(bytes, at);
          break;
        case LENGTH:
        case CHUNK_DATA: {
          const end = bytes.length - at < this.#left ? bytes.length : at + this.#left;
          this.#left -= end - at;
          const part = at === 0 && end === bytes.length ? bytes : copyOf(bytes, at, end);
          at = end;
          if (this.#left === 0) this.#state = this.#state === LENGTH ? HEAD : CHUNK_END;
          const isWhole = this.#left === 0 && this.#state === HEAD;
          this.#listener.onBody(part);
          if (isWhole) this.#complete();
          break;
        }
        case UNTIL_CLOSE:
          this.#listener.onBody(at === 0 ? bytes : bytes.subarray(at));
          return;
        case CHUNK_END:
          if (bytes.length - at < 2) return this.#keep(bytes, at);
          if (bytes[at] !== 0x0d || bytes[at + 1] !== 0x0a) throw new HTTPParserError('Expected CRLF after chunk');
          at += 2;
          this.#state = CHUNK_SIZE;
          break;
        case CHUNK_SIZE:
        case TRAILERS:
          at = this.#line(bytes, at);
          break;
        default:
          this.#listener.onUpgraded(bytes.subarray(at));
          return;
      }
      if (at === -1) return;
    }
  }

  // The connection has ended. True if that is the end of a response, or no response was under way.
  finish() {
    if (this.#state === UNTIL_CLOSE) {
      this.#state = HEAD;
      this.#complete();
      return true;
    }
    return this.#state === HEAD && this.#kept === null;
  }

  #keep(bytes, at) {
    this.#kept = Buffer.from(bytes.subarray(at));
    return -1;
  }

  #complete() {
    this.#state = HEAD;
    this.#listener.onComplete();
  }

  #head(bytes, at) {
    if (bytes.length - at >= 5 && bytes.latin1Slice(at, at + 5) !== 'HTTP/') {
      throw new HTTPParserError('Expected HTTP/, RTSP/ or ICE/');
    }
    const end = bytes.indexOf('\r\n\r\n', at, 'latin1');
    const length = (end === -1 ? bytes.length : end) - at;
    if (length > MAX_HEAD_BYTES) throw new HeadersOverflowError();
    if (end === -1) {
      const lineEnd = bytes.indexOf(0x0a, at);
      if (lineEnd > at && bytes[lineEnd - 1] !== 0x0d) throw new HTTPParserError('Missing expected CR after response line');
      return this.#keep(bytes, at);
    }
    const text = bytes.latin1Slice(at, end);
    const lineEnd = StringPrototypeIndexOf(text, '\r\n');
    const line = lineEnd === -1 ? text : StringPrototypeSlice(text, 0, lineEnd);
    if (StringPrototypeIndexOf(line, '\n') !== -1) throw new HTTPParserError('Missing expected CR after response line');
    const match = RegExpPrototypeExec(STATUS_LINE, line);
    if (match === null) throw new HTTPParserError('Invalid status line');
    const fields = readFields(text, lineEnd === -1 ? text.length : lineEnd + 2);
    if (fields.isChunked && fields.length !== -1) throw new ResponseContentLengthMismatchError();
    this.#begin(+match[2], match[3] ?? '', match[1] === '1', fields);
    return end + 4;
  }

  #begin(status, statusText, isPersistent, { names, values, length, isChunked }) {
    const canHaveBody = this.#listener.onHead(status, statusText, isPersistent, names, values);
    if (status === 101) {
      this.#state = UPGRADED;
      return;
    }
    if (status < 200) return; // Something to know meanwhile; the response follows.
    if (!canHaveBody || status === 204 || status === 304) {
      this.#complete();
    } else if (isChunked) {
      this.#state = CHUNK_SIZE;
    } else if (length === 0) {
      this.#complete();
    } else if (length > 0) {
      this.#left = length;
      this.#state = LENGTH;
    } else {
      this.#state = UNTIL_CLOSE;
    }
  }

  #line(bytes, at) {
    const end = bytes.indexOf(0x0a, at);
    if (end === -1) {
      if (bytes.length - at > MAX_HEAD_BYTES) throw new HeadersOverflowError();
      return this.#keep(bytes, at);
    }
    if (bytes[end - 1] !== 0x0d || end === at) throw new HTTPParserError('Invalid character in chunk size');
    const line = bytes.latin1Slice(at, end - 1);
    if (this.#state === TRAILERS) {
      this.#trailerBytes += line.length;
      if (this.#trailerBytes > MAX_HEAD_BYTES) throw new HeadersOverflowError();
      if (line === '') this.#complete();
      return end + 1;
    }
    const match = RegExpPrototypeExec(/^([0-9a-fA-F]{1,13})[\t ]*(?:;.*)?$/, line);
    if (match === null) throw new HTTPParserError('Invalid character in chunk size');
    this.#left = NumberParseInt(match[1], 16);
    this.#trailerBytes = 0;
    this.#state = this.#left === 0 ? TRAILERS : CHUNK_DATA;
    return end + 1;
  }
}

// A part as bytes of its own, which whoever gets it may give away.
function copyOf(bytes, from, to) {
  const part = new Uint8Array(to - from);
  copy(part, 0, bytes, from, to);
  return part;
}

// The fields of a head, and what they say about the body.
class Fields {
  constructor(names, values, length, isChunked) {
    this.names = names;
    this.values = values;
    this.length = length;
    this.isChunked = isChunked;
  }
}

function readFields(text, from) {
  const names = [];
  const values = [];
  let length = -1;
  let isChunked = false;
  while (from < text.length) {
    let end = StringPrototypeIndexOf(text, '\r\n', from);
    if (end === -1) end = text.length;
    const colon = StringPrototypeIndexOf(text, ':', from);
    const first = StringPrototypeCharCodeAt(text, from);
    if (first === 0x20 || first === 0x09) throw new HTTPParserError('Unexpected space after start line');
    if (colon === -1 || colon > end) throw new HTTPParserError('Invalid header token');
    const name = StringPrototypeSlice(text, from, colon);
    const value = StringPrototypeTrim(StringPrototypeSlice(text, colon + 1, end));
    if (RegExpPrototypeExec(NAME, name) === null) throw new HTTPParserError('Invalid header token');
    if (RegExpPrototypeExec(VALUE, value) === null) throw new HTTPParserError('Invalid header value char');
    ArrayPrototypePush(names, name);
    ArrayPrototypePush(values, value);
    const lower = name.length === 14 || name.length === 17 ? StringPrototypeToLowerCase(name) : '';
    if (lower === 'content-length') {
      if (RegExpPrototypeExec(/^\d{1,15}$/, value) === null) throw new HTTPParserError('Invalid character in Content-Length');
      if (length !== -1 && length !== +value) throw new HTTPParserError('Content-Length already present');
      length = +value;
    } else if (lower === 'transfer-encoding') {
      isChunked = RegExpPrototypeExec(/(?:^|,)[\t ]*chunked$/i, value) !== null;
    }
    from = end + 2;
  }
  return new Fields(names, values, length, isChunked);
}

module.exports = { ResponseParser };
