// The head of a message that goes out: which headers there are, and the text they become.
'use strict';

const {
  ArrayIsArray,
  MathFloor,
  ObjectKeys,
  RegExpPrototypeExec,
  SafeSet,
  String,
  Symbol,
} = primordials;

const { codes: { ERR_HTTP_TRAILER_INVALID, ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { utcDate } = require('internal/http/date');
const { lowerCase } = require('internal/http/headers');
const { validateHeaderName, validateHeaderValue } = require('internal/http/tokens');

const kUniqueHeaders = Symbol('kUniqueHeaders');
const kOutHeaders = Symbol('kOutHeaders');

const closeWord = /(?:^|\W)close(?:$|\W)/i;
const chunkedWord = /(?:^|\W)chunked(?:$|\W)/i;

// What the program's own headers have said.
const CONNECTION = 1;
const CONTENT_LENGTH = 2;
const TRANSFER_ENCODING = 4;
const DATE = 8;
const EXPECT = 16;
const TRAILER = 32;
const UPGRADE = 64;

// The whole head: first line, the program's headers (an object of `lower: [name, value]`, an object, a list of pairs or
// a flat list), and what is added to them, in Node's order.
function renderHead(message, firstLine, headers) {
  const head = { text: firstLine, said: 0 };
  if (headers) {
    if (headers === message[kOutHeaders]) {
      for (const key in headers) addEntry(message, head, headers[key][0], headers[key][1], false);
    } else if (ArrayIsArray(headers)) {
      addList(message, head, headers);
    } else {
      const keys = ObjectKeys(headers);
      for (let i = 0; i < keys.length; i++) addEntry(message, head, keys[i], headers[keys[i]], true);
    }
  }
  let { text } = head;
  const { said } = head;
  if (message.sendDate && (said & DATE) === 0) text += 'Date: ' + utcDate() + '\r\n';

  // These have no body, so an encoding of it would confuse who reads.
  const { statusCode } = message;
  if (message.chunkedEncoding && (statusCode === 204 || statusCode === 304)) {
    message.chunkedEncoding = false;
    message.shouldKeepAlive = false;
  }
  text += connectionLines(message, said);
  text += lengthLine(message, said);
  if (message.chunkedEncoding !== true && (said & TRAILER) !== 0) throw new ERR_HTTP_TRAILER_INVALID();
  message._header = text + '\r\n';
  message._headerSent = false;
  return (said & EXPECT) !== 0;
}

function connectionLines(message, said) {
  if (message._removedConnection) {
    message._last = !message.shouldKeepAlive;
    return '';
  }
  if ((said & CONNECTION) !== 0) return '';
  const keepsAlive = message.shouldKeepAlive &&
    ((said & CONTENT_LENGTH) !== 0 || message.useChunkedEncodingByDefault || message.agent);
  if (!keepsAlive) {
    message._last = true;
    return 'Connection: close\r\n';
  }
  if (message.maxRequestsOnConnectionReached) return 'Connection: close\r\n';
  const timeoutMs = message._keepAliveTimeout;
  if (!timeoutMs || !message._defaultKeepAlive) return 'Connection: keep-alive\r\n';
  const max = ~~message._maxRequestsPerSocket;
  if (timeoutMs !== lastTimeoutMs || max !== lastMax) {
    lastTimeoutMs = timeoutMs;
    lastMax = max;
    lastLines = 'Connection: keep-alive\r\nKeep-Alive: timeout=' + MathFloor(timeoutMs / 1000) +
      (max > 0 ? ', max=' + max : '') + '\r\n';
  }
  return lastLines;
}

// The lines of the response before, which are nearly always those of the next.
let lastTimeoutMs = -1;
let lastMax = -1;
let lastLines = '';

function lengthLine(message, said) {
  if ((said & (CONTENT_LENGTH | TRANSFER_ENCODING)) !== 0) return '';
  if (!message._hasBody) {
    message.chunkedEncoding = false;
  } else if (!message.useChunkedEncodingByDefault) {
    message._last = true;
  } else if ((said & TRAILER) === 0 && !message._removedContLen && typeof message._contentLength === 'number') {
    return 'Content-Length: ' + message._contentLength + '\r\n';
  } else if (!message._removedTE) {
    message.chunkedEncoding = true;
    return 'Transfer-Encoding: chunked\r\n';
  } else {
    // Only the end of the connection says where the body ends.
    message._last = true;
  }
  return '';
}

function addList(message, head, list) {
  if (list.length > 0 && ArrayIsArray(list[0])) {
    for (let i = 0; i < list.length; i++) addEntry(message, head, list[i][0], list[i][1], true);
    return;
  }
  if (list.length % 2 !== 0) throw new ERR_INVALID_ARG_VALUE('headers', list);
  for (let i = 0; i < list.length; i += 2) addEntry(message, head, list[i], list[i + 1], true);
}

function addEntry(message, head, name, value, isUnchecked) {
  if (isUnchecked) validateHeaderName(name);
  if (ArrayIsArray(value)) {
    // Many lines of one name, unless the program has said that they are one, or the receiver knows one alone.
    const isJoined = (value.length < 2 || lowerCase(name) !== 'cookie') &&
      (!message[kUniqueHeaders] || !message[kUniqueHeaders].has(lowerCase(name)));
    if (isJoined) {
      for (let i = 0; i < value.length; i++) addLine(message, head, name, value[i], isUnchecked);
      return;
    }
    let joined = String(value[0]);
    for (let i = 1; i < value.length; i++) joined += '; ' + value[i];
    value = joined;
  }
  addLine(message, head, name, value, isUnchecked);
}

function addLine(message, head, name, value, isUnchecked) {
  if (isUnchecked) validateHeaderValue(name, value, message._isLenientHeaderValidation());
  head.text += name + ': ' + value + '\r\n';
  head.said |= whatIsSaid(message, name, value);
}

function whatIsSaid(message, name, value) {
  const { length } = name;
  if (length < 4 || length > 17) return 0;
  switch (lowerCase(name)) {
    case 'connection':
      message._removedConnection = false;
      if (RegExpPrototypeExec(closeWord, value) !== null) message._last = true;
      else message.shouldKeepAlive = true;
      return CONNECTION;
    case 'transfer-encoding':
      message._removedTE = false;
      if (RegExpPrototypeExec(chunkedWord, value) !== null) message.chunkedEncoding = true;
      return TRANSFER_ENCODING;
    case 'content-length':
      message._contentLength = +value;
      message._removedContLen = false;
      return CONTENT_LENGTH;
    case 'date': return DATE;
    case 'expect': return EXPECT;
    case 'trailer': return TRAILER;
    case 'upgrade': return UPGRADE;
    case 'keep-alive':
      message._defaultKeepAlive = false;
      return 0;
    default: return 0;
  }
}

// The names that a program wants sent once, whatever values there are.
function parseUniqueHeadersOption(names) {
  if (!ArrayIsArray(names)) return null;
  const unique = new SafeSet();
  for (let i = 0; i < names.length; i++) unique.add(lowerCase(names[i]));
  return unique;
}

module.exports = { kOutHeaders, kUniqueHeaders, parseUniqueHeadersOption, renderHead };
