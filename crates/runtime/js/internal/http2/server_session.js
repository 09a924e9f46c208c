// ServerHttp2Session: a connection of a server.
'use strict';

const { ReflectApply, RegExpPrototypeExec, Symbol } = primordials;

const {
  codes: {
    ERR_HTTP2_ALTSVC_INVALID_ORIGIN, ERR_HTTP2_ALTSVC_LENGTH, ERR_HTTP2_INVALID_ORIGIN, ERR_HTTP2_INVALID_SESSION,
    ERR_HTTP2_ORIGIN_LENGTH, ERR_INVALID_CHAR, ERR_OUT_OF_RANGE,
  },
} = require('internal/errors');
const { validateString } = require('internal/validators');
const { Buffer } = require('internal/buffer/buffer');
const { URL } = require('internal/url/url');
const { Http2Session, kReceiveHeaders, kState, scheduleFlush, setUp, tellConnected } = require('internal/http2/session');
const { toList, toObject } = require('internal/http2/headers');
const { ServerHttp2Stream } = require('internal/http2/server_stream');
const channels = require('internal/http2/channels');

const native = internalBinding('http2');

const kServer = Symbol('server');
// The sessions of a server.
const kSessions = Symbol('sessions');

const FLAG_END_STREAM = 1;
// The payload of ALTSVC and ORIGIN frames.
const MAX_PAYLOAD = 16382;
const quotable = /^[\t\x20-\x5b\x5d-\x7e\x80-\xff]*$/;

class ServerHttp2Session extends Http2Session {
  constructor(options, socket, server) {
    super(true, options, socket);
    this[kServer] = server;
    server?.[kSessions]?.add(this);
    this.once('close', () => server?.[kSessions]?.delete(this));
    setUp(this);
    if (this[kState].encrypted && options.origins?.length > 0) {
      ReflectApply(this.origin, this, options.origins);
    }
    process.nextTick(tellConnected, this, socket);
  }

  get server() { return this[kServer]; }

  // Submits an alternative service for an origin or a stream.
  altsvc(alt, originOrStream) {
    if (this.destroyed) throw new ERR_HTTP2_INVALID_SESSION();
    let stream = 0;
    let origin;
    if (typeof originOrStream === 'string') {
      origin = new URL(originOrStream).origin;
      if (origin === 'null') throw new ERR_HTTP2_ALTSVC_INVALID_ORIGIN();
    } else if (typeof originOrStream === 'number') {
      if (originOrStream >>> 0 !== originOrStream || originOrStream === 0) {
        throw new ERR_OUT_OF_RANGE('originOrStream', `> 0 && < ${2 ** 32}`, originOrStream);
      }
      stream = originOrStream;
    } else if (originOrStream !== undefined) {
      // A URL, or what looks like one.
      if (originOrStream !== null && typeof originOrStream === 'object') origin = originOrStream.origin;
      validateString(origin, 'origin');
      if (origin === 'null' || origin === '') throw new ERR_HTTP2_ALTSVC_INVALID_ORIGIN();
    }
    validateString(alt, 'alt');
    if (RegExpPrototypeExec(quotable, alt) === null) throw new ERR_INVALID_CHAR('alt');
    // Latin-1 text has one byte a character.
    if (Buffer.byteLength(alt, 'latin1') + (origin === undefined ? 0 : Buffer.byteLength(origin)) > MAX_PAYLOAD) {
      throw new ERR_HTTP2_ALTSVC_LENGTH();
    }
    native.altsvc(this[kState].handle, stream, origin ?? '', alt);
    scheduleFlush(this);
  }

  // Says which origins the connection is good for.
  origin(...origins) {
    if (this.destroyed) throw new ERR_HTTP2_INVALID_SESSION();
    if (origins.length === 0) return;
    let text = '';
    let length = 0;
    for (let i = 0; i < origins.length; i++) {
      let origin = origins[i];
      if (typeof origin === 'string') origin = new URL(origin).origin;
      else if (origin != null && typeof origin === 'object') origin = origin.origin;
      validateString(origin, 'origin');
      if (origin === 'null') throw new ERR_HTTP2_INVALID_ORIGIN();
      text += `${origin}\0`;
      length += origin.length;
    }
    if (length > MAX_PAYLOAD) throw new ERR_HTTP2_ORIGIN_LENGTH();
    native.origins(this[kState].handle, text);
    scheduleFlush(this);
  }

  [kReceiveHeaders](id, text, category, flags, sensitive) {
    const state = this[kState];
    const list = toList(text);
    const headers = toObject(list, sensitive, state.options.strictSingleValueFields !== false);
    const isEnd = (flags & FLAG_END_STREAM) !== 0;
    let stream = state.streams.get(id);
    if (stream === undefined) {
      if (this.closed || this.destroyed) {
        // Nobody will look at it.
        native.reset(state.handle, id, 7);
        native.release(state.handle, id);
        return;
      }
      stream = new ServerHttp2Stream(this, id, {}, headers);
      if (headers[':method'] === 'HEAD') stream[kState].headRequest = true;
      if (channels.serverCreated.hasSubscribers) channels.serverCreated.publish({ stream, headers });
      if (channels.serverStart.hasSubscribers) channels.serverStart.publish({ stream, headers });
      if (isEnd) {
        stream[kState].endAfterHeaders = true;
        stream.push(null);
      }
      process.nextTick(emitStream, this, stream, headers, flags, list);
      return;
    }
    if (stream.destroyed) return;
    process.nextTick(emitTrailers, stream, headers, flags, list);
    if (isEnd) stream._onEnd();
  }
}

function emitStream(session, stream, headers, flags, list) {
  if (session.emit('stream', stream, headers, flags, list)) return;
  // Nobody is there to answer.
  stream.close(7);
}

function emitTrailers(stream, headers, flags, list) {
  if (!stream.destroyed) stream.emit('trailers', headers, flags, list);
}

module.exports = { ServerHttp2Session, kServer, kSessions };
