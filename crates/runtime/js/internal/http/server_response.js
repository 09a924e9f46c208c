// The response of a server.
'use strict';

const {
  ArrayIsArray,
  FunctionPrototypeCall,
  ObjectKeys,
  ObjectSetPrototypeOf,
  RegExpPrototypeExec,
} = primordials;

const {
  codes: {
    ERR_HTTP_HEADERS_SENT,
    ERR_HTTP_INVALID_STATUS_CODE,
    ERR_HTTP_SOCKET_ASSIGNED,
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_ARG_VALUE,
    ERR_INVALID_CHAR,
  },
} = require('internal/errors');
const { validateInteger, validateObject } = require('internal/validators');
const { OutgoingMessage, kDirect, kSocket, sendKept } = require('internal/http/outgoing_message');
const { kOutHeaders } = require('internal/http/outgoing_head');
const { hasInvalidChar, validateHeaderName, validateHeaderValue } = require('internal/http/tokens');
const STATUS_CODES = require('internal/http/status_codes');

const chunkedWord = /(?:^|\W)chunked(?:$|\W)/i;
const linkValue = /^(?:<[^>]*>)(?:\s*;\s*[^;"\s]+(?:=(")?[^;"\s]*\1)?)*$/;

function ServerResponse(req, options) {
  FunctionPrototypeCall(OutgoingMessage, this, options);
  this.req = req;
  if (req.method === 'HEAD') this._hasBody = false;
  if (req.httpVersionMajor < 1 || req.httpVersionMinor < 1) {
    this.useChunkedEncodingByDefault = RegExpPrototypeExec(chunkedWord, req.headers?.te) !== null;
    this.shouldKeepAlive = false;
  }
}
ObjectSetPrototypeOf(ServerResponse.prototype, OutgoingMessage.prototype);
ObjectSetPrototypeOf(ServerResponse, OutgoingMessage);

ServerResponse.prototype.sendDate = true;
ServerResponse.prototype.statusCode = 200;
ServerResponse.prototype.statusMessage = undefined;
ServerResponse.prototype._sent100 = false;
ServerResponse.prototype._expect_continue = false;

ServerResponse.prototype._finish = function _finish() {
  FunctionPrototypeCall(OutgoingMessage.prototype._finish, this);
};

// The connection is gone before the response was over.
function onSocketClose() {
  const response = this._httpMessage;
  if (!response) return;
  response.destroyed = true;
  response._closed = true;
  response.emit('close');
}

ServerResponse.prototype.assignSocket = function assignSocket(socket) {
  if (socket._httpMessage) throw new ERR_HTTP_SOCKET_ASSIGNED();
  socket._httpMessage = this;
  socket.on('close', onSocketClose);
  this.socket = socket;
  this.emit('socket', socket);
  this._flush();
};

ServerResponse.prototype.detachSocket = function detachSocket(socket) {
  socket.removeListener('close', onSocketClose);
  socket._httpMessage = null;
  this.socket = null;
};

// The same from a server's connection. The listener stays on the socket from one response to the next, which is cheaper than
// to add and remove it, and moves behind those that a program added in the meantime: where it would be if it were added here.
function attach(response, socket, output) {
  socket._httpMessage = response;
  const { close } = socket._events;
  if (close !== onSocketClose && close?.[close.length - 1] !== onSocketClose) {
    socket.removeListener('close', onSocketClose);
    socket.on('close', onSocketClose);
  }
  response[kSocket] = socket;
  response[kDirect] = output;
  if (response._events !== undefined) response.emit('socket', socket);
  if (output !== null && sendKept(response)) return;
  if (response._output !== null || response.finished) response._flush();
}

function detach(response, socket) {
  socket._httpMessage = null;
  response[kSocket] = null;
  response[kDirect] = null;
}

// The socket is no longer the server's.
function forgetSocket(socket) {
  socket.removeListener('close', onSocketClose);
}

// Answers before the answer.

ServerResponse.prototype.writeContinue = function writeContinue(callback) {
  this._writeRaw('HTTP/1.1 100 Continue\r\n\r\n', 'ascii', callback);
  this._sent100 = true;
};

ServerResponse.prototype.writeProcessing = function writeProcessing(callback) {
  this._writeRaw('HTTP/1.1 102 Processing\r\n\r\n', 'ascii', callback);
};

ServerResponse.prototype.writeInformation = function writeInformation(statusCode, headers, callback) {
  if (typeof headers === 'function') {
    callback = headers;
    headers = undefined;
  }
  if (this._header) throw new ERR_HTTP_HEADERS_SENT('write');
  validateInteger(statusCode, 'statusCode');
  if (statusCode < 100 || statusCode > 199 || statusCode === 101) throw new ERR_HTTP_INVALID_STATUS_CODE(statusCode);
  let head = `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode] || 'unknown'}\r\n`;
  if (headers !== undefined && headers !== null) {
    validateObject(headers, 'headers');
    const names = ObjectKeys(headers);
    for (let i = 0; i < names.length; i++) {
      const value = headers[names[i]];
      validateHeaderName(names[i]);
      const list = ArrayIsArray(value) ? value : [value];
      for (let j = 0; j < list.length; j++) {
        validateHeaderValue(names[i], list[j]);
        head += `${names[i]}: ${list[j]}\r\n`;
      }
    }
  }
  this._writeRaw(head + '\r\n', 'ascii', callback);
  if (statusCode === 100) this._sent100 = true;
};

ServerResponse.prototype.writeEarlyHints = function writeEarlyHints(hints, callback) {
  let head = 'HTTP/1.1 103 Early Hints\r\n';
  validateObject(hints, 'hints');
  if (hints.link === null || hints.link === undefined) return;
  const link = linkHeader(hints.link);
  if (link.length === 0) return;
  if (hasInvalidChar(link)) throw new ERR_INVALID_CHAR('header content', 'Link');
  head += 'Link: ' + link + '\r\n';
  const names = ObjectKeys(hints);
  for (let i = 0; i < names.length; i++) {
    if (names[i] === 'link') continue;
    validateHeaderName(names[i]);
    validateHeaderValue(names[i], hints[names[i]]);
    head += names[i] + ': ' + hints[names[i]] + '\r\n';
  }
  this._writeRaw(head + '\r\n', 'ascii', callback);
};

function linkHeader(value) {
  if (typeof value === 'string') {
    checkLink(value);
    return value;
  }
  if (ArrayIsArray(value)) {
    let text = '';
    for (let i = 0; i < value.length; i++) {
      checkLink(value[i]);
      text += (i === 0 ? '' : ', ') + value[i];
    }
    return text;
  }
  throw new ERR_INVALID_ARG_VALUE('hints', value,
                                  'must be an array or string of format "</styles.css>; rel=preload; as=style"');
}

function checkLink(value) {
  if (typeof value === 'undefined' || RegExpPrototypeExec(linkValue, value) === null) {
    throw new ERR_INVALID_ARG_VALUE('hints', value,
                                    'must be an array or string of format "</styles.css>; rel=preload; as=style"');
  }
}

ServerResponse.prototype._implicitHeader = function _implicitHeader() {
  this.writeHead(this.statusCode);
};

// The start of every head, by status.
const firstLines = { __proto__: null };

ServerResponse.prototype.writeHead = function writeHead(statusCode, reason, headers) {
  if (this._header) throw new ERR_HTTP_HEADERS_SENT('write');
  const original = statusCode;
  statusCode |= 0;
  if (statusCode < 100 || statusCode > 999) throw new ERR_HTTP_INVALID_STATUS_CODE(original);
  let firstLine;
  if (typeof reason === 'string') {
    this.statusMessage = reason;
  } else {
    headers ??= reason;
    if (this.statusMessage) {
      reason = this.statusMessage;
    } else {
      this.statusMessage = STATUS_CODES[statusCode] || 'unknown';
      firstLine = firstLines[statusCode] ??= `HTTP/1.1 ${statusCode} ${this.statusMessage}\r\n`;
    }
  }
  this.statusCode = statusCode;
  let sent;
  if (this[kOutHeaders] !== null) {
    sent = merged(this, headers);
  } else {
    sent = headers;
  }
  if (firstLine === undefined) {
    if (hasInvalidChar(this.statusMessage)) throw new ERR_INVALID_CHAR('statusMessage');
    firstLine = `HTTP/1.1 ${statusCode} ${this.statusMessage}\r\n`;
  }
  if (statusCode === 204 || statusCode === 304 || (statusCode >= 100 && statusCode <= 199)) this._hasBody = false;
  // Who waits for a 100 and gets something else must not send the body after all.
  if (this._expect_continue && !this._sent100) this.shouldKeepAlive = false;
  this._storeHeader(firstLine, sent);
  return this;
};
ServerResponse.prototype.writeHeader = ServerResponse.prototype.writeHead;

// The headers that were set, with those of `writeHead` in their place or after them.
function merged(response, headers) {
  if (ArrayIsArray(headers)) {
    if (headers.length % 2 !== 0) throw new ERR_INVALID_ARG_VALUE('headers', headers);
    // Those given here replace, all of a name together.
    for (let i = 0; i < headers.length; i += 2) response.removeHeader(headers[i]);
    for (let i = 0; i < headers.length; i += 2) {
      if (headers[i]) response.appendHeader(headers[i], headers[i + 1]);
    }
  } else if (headers) {
    if (typeof headers !== 'object') throw new ERR_INVALID_ARG_TYPE('headers', 'Object', headers);
    const names = ObjectKeys(headers);
    for (let i = 0; i < names.length; i++) {
      if (names[i]) response.setHeader(names[i], headers[names[i]]);
    }
  }
  return response[kOutHeaders];
}

module.exports = { ServerResponse, linkHeader, attach, detach, forgetSocket };
