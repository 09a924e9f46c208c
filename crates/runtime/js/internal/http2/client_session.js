// ClientHttp2Session: makes requests.
'use strict';

const {
  ArrayIsArray, ArrayPrototypeIndexOf, ArrayPrototypePush, ArrayPrototypeSplice, ObjectAssign, Symbol, SymbolDispose,
} = primordials;

const {
  AbortError,
  codes: {
    ERR_HTTP2_CONNECT_AUTHORITY, ERR_HTTP2_CONNECT_PATH, ERR_HTTP2_CONNECT_SCHEME, ERR_HTTP2_GOAWAY_SESSION,
    ERR_HTTP2_INVALID_SESSION, ERR_HTTP2_OUT_OF_STREAMS,
  },
} = require('internal/errors');
const { validateAbortSignal, validateBoolean } = require('internal/validators');
const { Http2Session, kReceiveHeaders, kState, scheduleFlush, setUp, tellConnected, whenConnected } = require('internal/http2/session');
const { NghttpError } = require('internal/http2/names');
const { assertIsHeaders, assertIsObject, sensitiveHeaders, toBlock, toList, toObject } = require('internal/http2/headers');
const { ClientHttp2Stream } = require('internal/http2/client_stream');
const { kInit } = require('internal/http2/stream');
const channels = require('internal/http2/channels');

const native = internalBinding('http2');

const kAuthority = Symbol('authority');
const kProtocol = Symbol('protocol');

const STREAM_ID_UNAVAILABLE = -509;
const FLAG_END_STREAM = 1;
const RESPONSE = 1;
const PUSH_RESPONSE = 2;
const MISDIRECTED = 421;

class ClientHttp2Session extends Http2Session {
  constructor(options, socket) {
    super(false, options, socket);
    const begin = () => {
      if (this.destroyed) return;
      setUp(this);
      process.nextTick(tellConnected, this, socket);
    };
    // A stream without a connection is there already.
    const isConnecting = socket.connecting || socket.secureConnecting;
    if (isConnecting) socket.once(socket.encrypted ? 'secureConnect' : 'connect', begin);
    else begin();
  }

  request(headersParam, options) {
    assertIsHeaders(headersParam, 'headers');
    assertIsObject(options, 'options');
    options = { ...options };
    let headers;
    let lookup;
    if (ArrayIsArray(headersParam)) {
      headers = [];
      for (let i = 0; i < headersParam.length; i++) headers[i] = headersParam[i];
      if (headersParam[sensitiveHeaders] !== undefined) headers[sensitiveHeaders] = headersParam[sensitiveHeaders];
      lookup = (name) => {
        for (let i = 0; i < headers.length; i += 2) if (headers[i] === name) return headers[i + 1];
        return undefined;
      };
    } else {
      headers = ObjectAssign({ __proto__: null }, headersParam);
      if (headersParam?.[sensitiveHeaders] !== undefined) headers[sensitiveHeaders] = headersParam[sensitiveHeaders];
      lookup = (name) => headers[name];
    }
    addPseudo(this, headers, lookup);
    const method = lookup(':method');
    if (options.endStream === undefined) options.endStream = method === 'GET' || method === 'HEAD' || method === 'DELETE';
    else validateBoolean(options.endStream, 'options.endStream');
    const { text } = toBlock(headers);

    const stream = new ClientHttp2Stream(this, undefined, {});
    const state = stream[kState];
    state.sentHeaders = ArrayIsArray(headers) ? toObject(headers) : headers;
    state.headersSent = true;
    state.method = method;
    if (options.waitForTrailers) state.hasTrailers = true;
    if (options.endStream) stream.end();
    const { signal } = options;
    if (signal) {
      validateAbortSignal(signal, 'options.signal');
      const abort = () => stream.destroy(new AbortError(undefined, { cause: signal.reason }));
      if (signal.aborted) {
        abort();
      } else {
        const disposable = require('internal/events/abort_listener').addAbortListener(signal, abort);
        stream.once('close', disposable[SymbolDispose]);
      }
    }
    const send = () => requestOnConnect(this, stream, text, options);
    if (this.closed || this.destroyed) {
      const error = this.destroyed ? new ERR_HTTP2_INVALID_SESSION() : new ERR_HTTP2_GOAWAY_SESSION();
      process.nextTick(() => stream.destroy(error));
    } else {
      whenConnected(this, send);
    }
    if (channels.clientCreated.hasSubscribers) channels.clientCreated.publish({ stream, headers: state.sentHeaders });
    return stream;
  }

  [kReceiveHeaders](id, text, category, flags, sensitive) {
    const state = this[kState];
    const list = toList(text);
    const headers = toObject(list, sensitive, state.options.strictSingleValueFields !== false);
    const isEnd = (flags & FLAG_END_STREAM) !== 0;
    let stream = state.streams.get(id);
    if (stream === undefined) {
      // A promise.
      if (this.closed) {
        native.reset(state.handle, id, 8);
        native.release(state.handle, id);
        return;
      }
      stream = new ClientHttp2Stream(this, id, {});
      stream[kState].headersSent = true;
      stream.end();
      if (channels.clientCreated.hasSubscribers) channels.clientCreated.publish({ stream, headers });
      if (channels.clientStart.hasSubscribers) channels.clientStart.publish({ stream, headers });
      process.nextTick(emitPush, this, stream, headers, flags, list);
      if (isEnd) stream.push(null);
      return;
    }
    if (stream.destroyed) return;
    const event = eventOf(category, headers[':status'], isEnd);
    if (event === 'response' && isEnd) stream[kState].endAfterHeaders = true;
    if (headers[':status'] === MISDIRECTED) forgetOrigin(this, stream.sentHeaders);
    if ((event === 'response' || event === 'push') && channels.clientFinish.hasSubscribers) {
      channels.clientFinish.publish({ stream, headers, flags });
    }
    process.nextTick(emitHeaders, stream, event, headers, flags, list);
    if (isEnd) stream._onEnd();
  }
}

function eventOf(category, status, isEnd) {
  if (category === RESPONSE) return !isEnd && status >= 100 && status < 200 ? 'headers' : 'response';
  if (category === PUSH_RESPONSE) return 'push';
  // What follows headers that were not the last word.
  if (status >= 200) return 'response';
  return isEnd ? 'trailers' : 'headers';
}

// A server that says it does not answer for an origin is not asked for it again.
function forgetOrigin(session, { ':scheme': scheme, ':authority': authority }) {
  const { originSet } = session[kState];
  if (originSet === undefined) return;
  const at = ArrayPrototypeIndexOf(originSet, `${scheme}://${authority}`);
  if (at !== -1) ArrayPrototypeSplice(originSet, at, 1);
}

function emitHeaders(stream, event, headers, flags, list) {
  if (!stream.destroyed) stream.emit(event, headers, flags, list);
}

function emitPush(session, stream, headers, flags, list) {
  if (!session.emit('stream', stream, headers, flags, list)) stream.close(7);
}

// What a request says of itself if the program does not.
function addPseudo(session, headers, lookup) {
  const add = (name, value) => {
    if (ArrayIsArray(headers)) {
      ArrayPrototypePush(headers, name);
      ArrayPrototypePush(headers, value);
    } else {
      headers[name] = value;
    }
  };
  if (lookup(':method') === undefined) add(':method', 'GET');
  if (lookup(':method') === 'CONNECT' && lookup(':protocol') === undefined) {
    if (lookup(':authority') === undefined) throw new ERR_HTTP2_CONNECT_AUTHORITY();
    if (lookup(':scheme') !== undefined) throw new ERR_HTTP2_CONNECT_SCHEME();
    if (lookup(':path') !== undefined) throw new ERR_HTTP2_CONNECT_PATH();
    return;
  }
  if (lookup(':authority') === undefined && lookup('host') === undefined) add(':authority', session[kAuthority]);
  if (lookup(':scheme') === undefined) add(':scheme', session[kProtocol].slice(0, -1));
  if (lookup(':path') === undefined) add(':path', '/');
}

function requestOnConnect(session, stream, text, options) {
  if (stream.destroyed) return;
  // It was closed before there was a connection.
  if (session.closed || session.destroyed) {
    stream.destroy(session.destroyed ? undefined : new ERR_HTTP2_GOAWAY_SESSION());
    return;
  }
  const { handle } = session[kState];
  const state = stream[kState];
  const flags = (options.endStream ? 0 : 1) | (options.waitForTrailers ? 2 : 0);
  const id = native.request(handle, text, flags);
  if (id < 0) {
    if (id === STREAM_ID_UNAVAILABLE) {
      const error = new ERR_HTTP2_OUT_OF_STREAMS();
      process.nextTick(() => stream.destroy(error));
    } else {
      process.nextTick(() => session.destroy(new NghttpError(id)));
    }
    return;
  }
  if (options.endStream) state.didEnd = true;
  stream[kInit](id);
  scheduleFlush(session);
  if (channels.clientStart.hasSubscribers) channels.clientStart.publish({ stream, headers: state.sentHeaders });
}

module.exports = { ClientHttp2Session, kAuthority, kProtocol };
