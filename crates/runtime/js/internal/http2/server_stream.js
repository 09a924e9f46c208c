// Streams of a server: responses, pushes, files.
'use strict';

const { ArrayPrototypePush, ObjectAssign } = primordials;

const {
  codes: {
    ERR_HTTP2_HEADERS_AFTER_RESPOND, ERR_HTTP2_HEADERS_SENT,
    ERR_HTTP2_INVALID_INFO_STATUS, ERR_HTTP2_INVALID_STREAM, ERR_HTTP2_NESTED_PUSH, ERR_HTTP2_OUT_OF_STREAMS,
    ERR_HTTP2_PUSH_DISABLED, ERR_HTTP2_STATUS_101, ERR_HTTP2_STATUS_INVALID,
  },
} = require('internal/errors');
const { validateFunction } = require('internal/validators');
const { utcDate } = require('internal/http/date');
const { kState, scheduleFlush } = require('internal/http2/session');
const { NghttpError } = require('internal/http2/names');
const { RESPONSE_PSEUDO, assertIsHeaders, assertIsObject, sensitiveHeaders, toBlock, toObject } = require('internal/http2/headers');
const { Http2Stream, kInit, kProceed } = require('internal/http2/stream');
const channels = require('internal/http2/channels');

const native = internalBinding('http2');

const STREAM_ID_UNAVAILABLE = -509;

class ServerHttp2Stream extends Http2Stream {
  constructor(session, id, options, headers) {
    super(session, options);
    const state = this[kState];
    state.protocol = headers[':scheme'];
    state.authority = headers[':authority'] ?? headers.host;
    this[kInit](id);
    if (headers[':method'] === 'HEAD') state.headRequest = true;
  }

  get headRequest() { return this[kState].headRequest; }

  get pushAllowed() {
    const { session } = this[kState];
    return !this.destroyed && !this.closed && session !== undefined && !session.closed && !session.destroyed &&
      session.remoteSettings.enablePush === true;
  }

  // A response that nobody asked for, because something was written.
  [kProceed]() {
    this.respond();
  }

  respond(headersParam, options) {
    if (this.destroyed || this.closed) throw new ERR_HTTP2_INVALID_STREAM();
    if (this.headersSent) throw new ERR_HTTP2_HEADERS_SENT();
    assertIsObject(options, 'options');
    assertIsHeaders(headersParam, 'headers');
    respond(this, headersParam, { ...options });
  }

  additionalHeaders(headersParam) {
    if (this.destroyed || this.closed) throw new ERR_HTTP2_INVALID_STREAM();
    if (this.headersSent) throw new ERR_HTTP2_HEADERS_AFTER_RESPOND();
    assertIsObject(headersParam, 'headers');
    const headers = ObjectAssign({ __proto__: null }, headersParam);
    const status = headers[':status'];
    if (status != null) {
      const code = headers[':status'] = status | 0;
      if (code === 101) throw new ERR_HTTP2_STATUS_101();
      if (code < 100 || code >= 200) throw new ERR_HTTP2_INVALID_INFO_STATUS(status);
    }
    const { text } = toBlock(headers, RESPONSE_PSEUDO);
    const state = this[kState];
    state.sentInfoHeaders ??= [];
    ArrayPrototypePush(state.sentInfoHeaders, headers);
    const result = native.info(state.session[kState].handle, state.id, text);
    if (result < 0) this.destroy(new NghttpError(result));
    else scheduleFlush(state.session);
  }

  pushStream(headersParam, options, callback) {
    if (this[kState].isPush) throw new ERR_HTTP2_NESTED_PUSH();
    const { session } = this[kState];
    if (!this.pushAllowed) throw new ERR_HTTP2_PUSH_DISABLED();
    if (typeof options === 'function') {
      callback = options;
      options = undefined;
    }
    validateFunction(callback, 'callback');
    assertIsObject(options, 'options');
    assertIsHeaders(headersParam, 'headers');
    options = { ...options, endStream: !!options?.endStream };
    const headers = ObjectAssign({ __proto__: null }, headersParam);
    if (headersParam?.[sensitiveHeaders] !== undefined) headers[sensitiveHeaders] = headersParam[sensitiveHeaders];
    headers[':method'] ??= 'GET';
    headers[':authority'] ??= this[kState].authority;
    headers[':scheme'] ??= this[kState].protocol;
    headers[':path'] ??= '/';
    const isHead = headers[':method'] === 'HEAD';
    if (isHead) options.endStream = true;
    const { text } = toBlock(headers);
    const id = native.push(session[kState].handle, this[kState].id, text);
    if (id < 0) {
      const error = id === STREAM_ID_UNAVAILABLE ? new ERR_HTTP2_OUT_OF_STREAMS() : new NghttpError(id);
      process.nextTick(callback, error);
      return;
    }
    const stream = new ServerHttp2Stream(session, id, {}, headers);
    const state = stream[kState];
    state.isPush = true;
    state.headRequest = isHead;
    state.sentHeaders = headers;
    stream.push(null);
    if (options.endStream) stream.end();
    scheduleFlush(session);
    if (channels.serverCreated.hasSubscribers) channels.serverCreated.publish({ stream, headers });
    process.nextTick(callback, null, stream, headers, 0);
    if (channels.serverStart.hasSubscribers) channels.serverStart.publish({ stream, headers });
  }

  respondWithFD(fd, headersParam, options) {
    require('internal/http2/file_response').respondWithFD(this, fd, headersParam, options);
  }

  respondWithFile(path, headersParam, options) {
    require('internal/http2/file_response').respondWithFile(this, path, headersParam, options);
  }
}

// The headers of a response with what they leave out.
function responseHeaders(headersParam, sendDate) {
  let headers;
  if (headersParam !== undefined && typeof headersParam.length === 'number' && headersParam[0] !== undefined) {
    headers = toObject(headersParam);
  } else {
    headers = ObjectAssign({ __proto__: null }, headersParam);
  }
  if (headersParam?.[sensitiveHeaders] !== undefined) headers[sensitiveHeaders] = headersParam[sensitiveHeaders];
  headers[':status'] ??= 200;
  if ((sendDate === undefined || sendDate) && headers.date === undefined) headers.date = utcDate();
  const code = headers[':status'] | 0;
  if (code < 200 || code > 599) throw new ERR_HTTP2_STATUS_INVALID(headers[':status']);
  return headers;
}

function hasNoPayload(code) {
  return code === 204 || code === 205 || code === 304;
}

function respond(stream, headersParam, options) {
  const state = stream[kState];
  const headers = responseHeaders(headersParam, options.sendDate);
  const code = headers[':status'] | 0;
  options.endStream = !!options.endStream;
  if (options.waitForTrailers) state.hasTrailers = true;
  if (hasNoPayload(code) || state.headRequest) options.endStream = true;
  sendResponse(stream, headers, options);
  if (options.endStream) stream.end();
}

function sendResponse(stream, headers, options) {
  const state = stream[kState];
  const { text } = toBlock(headers, RESPONSE_PSEUDO);
  state.sentHeaders = headers;
  state.headersSent = true;
  if (options.endStream) state.didEnd = true;
  const flags = (options.endStream ? 0 : 1) | (options.waitForTrailers ? 2 : 0);
  const result = native.respond(state.session[kState].handle, state.id, text, flags);
  if (result < 0) {
    stream.destroy(new NghttpError(result));
    return;
  }
  scheduleFlush(state.session);
  if (channels.serverFinish.hasSubscribers) {
    channels.serverFinish.publish({ stream, headers, flags: options.endStream ? 1 : 0 });
  }
}

module.exports = { ServerHttp2Stream, hasNoPayload, responseHeaders, sendResponse };
