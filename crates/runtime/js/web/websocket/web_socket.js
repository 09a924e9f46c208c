// WebSocket: messages both ways over one connection that begins as a request of HTTP.
//
//   CONNECTING ─► OPEN ─► CLOSING ─► CLOSED      the close of the standard is clean when both sides have said so
//
// Extensions are not offered: messages travel as they are. Pages have none of this.
'use strict';

const {
  ArrayBufferIsView, ArrayIsArray, ArrayPrototypeIncludes, ArrayPrototypeJoin, ArrayPrototypePush, Error, ObjectDefineProperties,
  StringPrototypeReplace, StringPrototypeToLowerCase, StringPrototypeToWellFormed, SymbolIterator,
  SymbolToStringTag, TypeError, Uint8Array,
} = primordials;

const { URL } = require('internal/url/url');
const { Buffer } = require('internal/buffer/buffer');
const { DOMException } = require('internal/errors/dom_exception');
const { isAnyArrayBuffer } = require('internal/util/views');
const { EventTarget, defineEventHandler, fire } = require('web/event_target');
const { Event } = require('web/event');
const { illegalInvocation, needArguments, scalarString } = require('web/fetch/conversions');
const { isToken } = require('web/fetch/header_list');
const { FrameReader, OPCODES, encodeFrame } = require('web/websocket/frames');

const CONNECTING = 0;
const OPEN = 1;
const CLOSING = 2;
const CLOSED = 3;

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
// How long the other side may take to close after it was told to.
const CLOSE_MS = 3000;
const MAX_REASON_BYTES = 123;

class WebSocket extends EventTarget {
  #url;
  #protocols;
  #protocol = '';
  #readyState = CONNECTING;
  #binaryType = 'blob';
  #bufferedAmount = 0;
  #exchange = null;
  #socket = null;
  #reader = null;
  #sentClose = false;
  #receivedClose = false;
  #code = 1006;
  #reason = '';
  #timer = null;

  constructor(url, protocols = []) {
    needArguments(arguments.length, 1, 'WebSocket constructor');
    super();
    this.#url = addressOf(`${url}`);
    const isOptions = protocols !== null && typeof protocols === 'object' && typeof protocols[SymbolIterator] !== 'function';
    this.#protocols = protocolsOf(isOptions ? protocols.protocols ?? [] : protocols);
    this.#connect(isOptions ? protocols.headers : undefined);
  }

  static #check(value) {
    if (value === null || typeof value !== 'object' || !(#url in value)) throw illegalInvocation();
    return value;
  }

  get readyState() { return WebSocket.#check(this).#readyState; }
  get bufferedAmount() { return WebSocket.#check(this).#bufferedAmount; }
  get url() { return WebSocket.#check(this).#url.href; }

  get extensions() {
    WebSocket.#check(this);
    return '';
  }

  get protocol() { return WebSocket.#check(this).#protocol; }
  get binaryType() { return WebSocket.#check(this).#binaryType; }

  set binaryType(value) {
    WebSocket.#check(this).#binaryType = value === 'arraybuffer' ? 'arraybuffer' : 'blob';
  }

  close(code = undefined, reason = undefined) {
    WebSocket.#check(this);
    const number = code === undefined ? undefined : clampCode(code);
    const text = reason === undefined ? '' : scalarString(reason);
    if (number !== undefined && number !== 1000 && (number < 3000 || number > 4999)) {
      throw new DOMException('invalid code', 'InvalidAccessError');
    }
    const { length } = Buffer.from(text);
    if (length > MAX_REASON_BYTES) {
      throw new DOMException(`Reason must be less than 123 bytes; received ${length}`, 'SyntaxError');
    }
    if (this.#readyState === CONNECTING) {
      this.#readyState = CLOSING;
      this.#fail('Connection was closed before it was established.');
    } else if (this.#readyState === OPEN) {
      this.#sendClose(number, text);
    }
  }

  send(data) {
    WebSocket.#check(this);
    needArguments(arguments.length, 1, 'WebSocket.send');
    if (this.#readyState === CONNECTING) throw new DOMException('Sent before connected.', 'InvalidStateError');
    const { opcode, bytes } = messageOf(data);
    if (this.#readyState !== OPEN) return;
    this.#bufferedAmount += bytes.byteLength;
    this.#socket.write(encodeFrame(opcode, bytes), () => { this.#bufferedAmount -= bytes.byteLength; });
  }

  #connect(headers) {
    const { Exchange } = require('web/fetch/exchange');
    const { isTrustworthy } = require('web/fetch/address');
    const { Headers, listOf } = require('web/fetch/headers');
    const key = require('crypto').randomBytes(16).toString('base64');
    const url = new URL(this.#url.href);
    url.protocol = url.protocol === 'wss:' ? 'https:' : 'http:';
    const first = `host: ${url.host}\r\nconnection: upgrade\r\nupgrade: websocket\r\n`;
    let fields = '';
    listOf(new Headers(headers)).forEach((name, value) => { fields += `${name}: ${value}\r\n`; });
    fields += `sec-websocket-key: ${key}\r\nsec-websocket-version: 13\r\n`;
    if (this.#protocols.length > 0) fields += `sec-websocket-protocol: ${ArrayPrototypeJoin(this.#protocols, ', ')}\r\n`;
    fields += 'accept: */*\r\naccept-language: *\r\n' + (isTrustworthy(url) ? 'sec-fetch-mode: websocket\r\n' : '') + 'user-agent: node\r\n' +
      'pragma: no-cache\r\ncache-control: no-cache\r\n';
    this.#reader = new FrameReader({
      __proto__: null,
      onMessage: (opcode, bytes) => this.#receive(opcode, bytes),
      onControl: (opcode, bytes) => this.#control(opcode, bytes),
    });
    this.#exchange = new Exchange('GET', {
      __proto__: null,
      onHead: () => this.#fail('Received network error or non-101 status code.'),
      onUpgrade: (connection, names, values) => this.#open(connection, names, values, key),
      onBody: (bytes) => this.#read(bytes),
      onEnd: () => this.#end(),
      onError: (error) => this.#end(error),
    });
    this.#exchange.begin(url, first, fields, null);
  }

  #open(connection, names, values, key) {
    const fields = { __proto__: null };
    for (let i = 0; i < names.length; i++) {
      const lower = StringPrototypeToLowerCase(names[i]);
      fields[lower] = fields[lower] === undefined ? values[i] : `${fields[lower]}, ${values[i]}`;
    }
    const expected = require('crypto').createHash('sha1').update(key + GUID).digest('base64');
    const protocol = fields['sec-websocket-protocol'];
    if (StringPrototypeToLowerCase(fields.upgrade ?? '') !== 'websocket') {
      this.#fail('Server did not set Upgrade header to "websocket".');
    } else if (StringPrototypeToLowerCase(fields.connection ?? '') !== 'upgrade') {
      this.#fail('Server did not set Connection header to "upgrade".');
    } else if (fields['sec-websocket-accept'] !== expected) {
      this.#fail('Incorrect hash received in Sec-WebSocket-Accept header.');
    } else if (fields['sec-websocket-extensions'] !== undefined) {
      this.#fail('Sec-WebSocket-Extensions header does not match.');
    } else if (protocol !== undefined && !ArrayPrototypeIncludes(this.#protocols, protocol)) {
      this.#fail('Protocol was not set in the opening handshake.');
    } else {
      this.#protocol = protocol ?? '';
      this.#socket = connection.socket;
      if (this.#readyState !== CONNECTING) return;
      this.#readyState = OPEN;
      fire(this, new Event('open'));
    }
  }

  #read(bytes) {
    try {
      this.#reader.execute(bytes);
    } catch (error) {
      const { closeCode } = error;
      if (closeCode === undefined) throw error;
      this.#reader.stop();
      this.#writeClose(closeCode, error.message);
      this.#fail(error.message);
    }
  }

  #receive(opcode, bytes) {
    if (this.#readyState !== OPEN) return;
    let data;
    if (opcode === OPCODES.text) {
      const { TextDecoder } = require('internal/encoding');
      try {
        data = new TextDecoder('utf-8', { __proto__: null, fatal: true, ignoreBOM: true }).decode(bytes);
      } catch {
        const { FrameError } = require('web/websocket/frames');
        throw new FrameError(1007, 'Received invalid UTF-8 in text frame.');
      }
    } else if (this.#binaryType === 'blob') {
      const { Blob } = require('internal/buffer/blob');
      data = new Blob([bytes]);
    } else {
      data = new Uint8Array(bytes).buffer;
    }
    const { MessageEvent } = require('internal/messaging/message_event');
    fire(this, new MessageEvent('message', { __proto__: null, data, origin: this.#url.origin }));
  }

  #control(opcode, bytes) {
    if (opcode === OPCODES.ping) {
      if (!this.#receivedClose && !this.#sentClose) this.#socket.write(encodeFrame(OPCODES.pong, bytes));
    } else if (opcode === OPCODES.close) {
      this.#takeClose(bytes);
    }
  }

  #takeClose(bytes) {
    const { FrameError } = require('web/websocket/frames');
    if (bytes.length === 1) throw new FrameError(1002, 'Received close frame with a 1-byte body.');
    this.#code = bytes.length === 0 ? 1005 : bytes.readUInt16BE(0);
    if (bytes.length > 0 && !isCode(this.#code)) throw new FrameError(1002, 'Invalid status code received');
    const { TextDecoder } = require('internal/encoding');
    try {
      this.#reason = new TextDecoder('utf-8', { __proto__: null, fatal: true }).decode(bytes.subarray(2));
    } catch {
      throw new FrameError(1007, 'Invalid UTF-8');
    }
    this.#receivedClose = true;
    this.#reader.stop();
    if (!this.#sentClose) this.#writeClose(bytes.length === 0 ? undefined : this.#code, '');
    this.#readyState = CLOSING;
    this.#socket.end();
    this.#waitForEnd();
  }

  #sendClose(code, reason) {
    this.#readyState = CLOSING;
    this.#writeClose(code, reason);
    this.#waitForEnd();
  }

  #writeClose(code, reason) {
    if (this.#sentClose || this.#socket === null) return;
    this.#sentClose = true;
    const text = Buffer.from(reason);
    const payload = Buffer.alloc(code === undefined ? 0 : 2 + text.length);
    if (code !== undefined) {
      payload.writeUInt16BE(code, 0);
      text.copy(payload, 2);
    }
    this.#socket.write(encodeFrame(OPCODES.close, payload));
  }

  #waitForEnd() {
    const { setTimeout } = require('timers');
    this.#timer ??= setTimeout(() => {
      this.#exchange.abort();
      this.#end();
    }, CLOSE_MS);
  }

  // The connection is of no use any more.
  #fail(message) {
    if (this.#readyState === CLOSED) return;
    this.#receivedClose = false;
    const socket = this.#socket;
    if (socket !== null) socket.end();
    this.#exchange.abort();
    process.nextTick(() => this.#end(new TypeError(message)));
  }

  #end(error = undefined) {
    if (this.#readyState === CLOSED) return;
    this.#readyState = CLOSED;
    require('timers').clearTimeout(this.#timer);
    this.#reader.stop();
    const wasClean = this.#sentClose && this.#receivedClose;
    const code = this.#receivedClose ? this.#code : 1006;
    const reason = this.#receivedClose ? this.#reason : '';
    if (!wasClean) {
      const { ErrorEvent } = require('web/error_event');
      const failure = error ?? new Error('Connection was closed.');
      fire(this, new ErrorEvent('error', { __proto__: null, error: failure, message: failure.message }));
    }
    const { CloseEvent } = require('web/close_event');
    fire(this, new CloseEvent('close', { __proto__: null, wasClean, code, reason }));
  }
}

function addressOf(text) {
  let url;
  try {
    url = new URL(text);
  } catch (error) {
    throw new DOMException(`TypeError: ${error.message}`, 'SyntaxError');
  }
  if (url.protocol === 'http:' || url.protocol === 'https:') url = new URL(StringPrototypeReplace(url.href, 'http', 'ws'));
  if (url.protocol !== 'ws:' && url.protocol !== 'wss:') throw new DOMException('expected a ws: or wss: url', 'SyntaxError');
  if (url.hash !== '' || url.href[url.href.length - 1] === '#') throw new DOMException('hash', 'SyntaxError');
  return url;
}

function protocolsOf(given) {
  const protocols = [];
  if (typeof given === 'string') ArrayPrototypePush(protocols, given);
  else if (ArrayIsArray(given)) for (let i = 0; i < given.length; i++) ArrayPrototypePush(protocols, `${given[i]}`);
  else for (const protocol of given) ArrayPrototypePush(protocols, `${protocol}`); // iterable: the program's
  const seen = [];
  for (let i = 0; i < protocols.length; i++) {
    const lower = StringPrototypeToLowerCase(protocols[i]);
    if (!isToken(protocols[i]) || ArrayPrototypeIncludes(seen, lower)) {
      throw new DOMException('Invalid Sec-WebSocket-Protocol value', 'SyntaxError');
    }
    ArrayPrototypePush(seen, lower);
  }
  return protocols;
}

function clampCode(code) {
  const number = +code;
  if (!(number > 0)) return 0;
  return number > 65535 ? 65535 : number - number % 1;
}

function isCode(code) {
  return (code >= 1000 && code <= 1014 && code !== 1004 && code !== 1005 && code !== 1006) || (code >= 3000 && code <= 4999);
}

function messageOf(data) {
  const { bytesOf, isBlob } = require('internal/buffer/blob');
  if (isBlob(data)) return { __proto__: null, opcode: OPCODES.binary, bytes: bytesOf(data) };
  if (isAnyArrayBuffer(data)) return { __proto__: null, opcode: OPCODES.binary, bytes: new Uint8Array(data) };
  if (ArrayBufferIsView(data)) {
    return { __proto__: null, opcode: OPCODES.binary, bytes: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) };
  }
  return { __proto__: null, opcode: OPCODES.text, bytes: Buffer.from(StringPrototypeToWellFormed(`${data}`)) };
}

const constant = (value) => ({ __proto__: null, value, enumerable: true });
const constants = {
  __proto__: null,
  CONNECTING: constant(CONNECTING),
  OPEN: constant(OPEN),
  CLOSING: constant(CLOSING),
  CLOSED: constant(CLOSED),
};
const enumerable = { __proto__: null, enumerable: true };
ObjectDefineProperties(WebSocket, constants);
ObjectDefineProperties(WebSocket.prototype, {
  ...constants,
  [SymbolToStringTag]: { __proto__: null, value: 'WebSocket', configurable: true },
  url: enumerable,
  readyState: enumerable,
  bufferedAmount: enumerable,
  extensions: enumerable,
  protocol: enumerable,
  binaryType: enumerable,
  close: enumerable,
  send: enumerable,
});
defineEventHandler(WebSocket.prototype, 'open');
defineEventHandler(WebSocket.prototype, 'error');
defineEventHandler(WebSocket.prototype, 'close');
defineEventHandler(WebSocket.prototype, 'message');

module.exports = { WebSocket };
