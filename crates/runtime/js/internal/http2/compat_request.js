// Http2ServerRequest: a stream's request with the interface of http's.
'use strict';

const {
  ArrayPrototypePush, FunctionPrototypeBind, Proxy, ReflectGetPrototypeOf, StringPrototypeTrim, Symbol,
} = primordials;

const { codes: { ERR_HTTP2_NO_SOCKET_MANIPULATION, ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { validateString } = require('internal/validators');
const { Readable } = require('internal/stream/readable');
const { kState } = require('internal/http2/session');

const kRequest = Symbol('request');
const kResponse = Symbol('response');
const kStream = Symbol('stream');
const kAborted = Symbol('aborted');
const kHeaders = Symbol('headers');
const kRawHeaders = Symbol('rawHeaders');
const kTrailers = Symbol('trailers');
const kRawTrailers = Symbol('rawTrailers');
const kFlags = Symbol('flags');
const kProxy = Symbol('proxySocket');

class Http2ServerRequest extends Readable {
  constructor(stream, headers, options, rawHeaders) {
    super({ autoDestroy: false, ...options });
    this[kFlags] = { closed: false, didRead: false };
    // Which headers are sensitive is the stream's affair.
    this[kHeaders] = headers;
    this[kRawHeaders] = rawHeaders;
    this[kTrailers] = {};
    this[kRawTrailers] = [];
    this[kStream] = stream;
    this[kAborted] = false;
    stream[kRequest] = this;
    stream.on('trailers', onTrailers);
    stream.on('end', onEnd);
    stream.on('error', onError);
    stream.on('aborted', onAborted);
    stream.on('close', onClose);
    stream.on('timeout', onTimeout);
    this.on('pause', onPause);
    this.on('resume', onResume);
  }

  get aborted() { return this[kAborted]; }
  get complete() { return this[kAborted] || this.readableEnded || this[kFlags].closed || this[kStream].destroyed; }
  get stream() { return this[kStream]; }
  get headers() { return this[kHeaders]; }
  get rawHeaders() { return this[kRawHeaders]; }
  get trailers() { return this[kTrailers]; }
  get rawTrailers() { return this[kRawTrailers]; }
  get httpVersionMajor() { return 2; }
  get httpVersionMinor() { return 0; }
  get httpVersion() { return '2.0'; }
  get connection() { return this.socket; }

  get socket() {
    const stream = this[kStream];
    return stream[kProxy] ??= makeStreamSocket(stream);
  }

  _read() {
    const stream = this[kStream];
    if (!this[kFlags].didRead) {
      this[kFlags].didRead = true;
      stream.on('data', onData);
    } else {
      process.nextTick(resumeStream, stream);
    }
  }

  get method() { return this[kHeaders][':method']; }
  set method(method) {
    validateString(method, 'method');
    if (StringPrototypeTrim(method) === '') throw new ERR_INVALID_ARG_VALUE('method', method);
    this[kHeaders][':method'] = method;
  }

  get authority() { return this[kHeaders][':authority'] ?? this[kHeaders].host; }
  set authority(authority) {
    validateString(authority, 'authority');
    this[kHeaders][':authority'] = authority;
  }

  get scheme() { return this[kHeaders][':scheme']; }
  set scheme(scheme) {
    validateString(scheme, 'scheme');
    this[kHeaders][':scheme'] = scheme;
  }

  get url() { return this[kHeaders][':path']; }
  set url(url) { this[kHeaders][':path'] = url; }

  setTimeout(ms, callback) {
    if (!this[kFlags].closed) this[kStream].setTimeout(ms, callback);
    return this;
  }
}

function onTrailers(trailers, flags, list) {
  const request = this[kRequest];
  if (request === undefined) return;
  for (const name in trailers) request[kTrailers][name] = trailers[name];
  for (let i = 0; i < list.length; i++) ArrayPrototypePush(request[kRawTrailers], list[i]);
}

function onEnd() {
  const request = this[kRequest];
  if (request !== undefined) request.push(null);
}

// What is wrong with a stream is told by the stream; that somebody listens keeps it from ending the process.
function onError() {}

function onAborted() {
  const request = this[kRequest];
  if (request !== undefined && !request[kFlags].closed) {
    request[kAborted] = true;
    request.emit('aborted');
  }
}

function onClose() {
  const request = this[kRequest];
  if (request === undefined) return;
  request[kFlags].closed = true;
  request.push(null);
  // What nobody reads ends nevertheless.
  if (request.readableFlowing === null && !request[kFlags].didRead) request.resume();
  this[kProxy] = null;
  this[kRequest] = undefined;
  request.emit('close');
}

function onTimeout() {
  const request = this[kRequest];
  const response = this[kResponse];
  if (request !== undefined) request.emit('timeout');
  if (response !== undefined) response.emit('timeout');
}

function onData(chunk) {
  const request = this[kRequest];
  if (request !== undefined && !request.push(chunk)) this.pause();
}

function onPause() { this[kStream].pause(); }

function onResume() { this[kStream].resume(); }

function resumeStream(stream) {
  if (!stream.destroyed) stream.resume();
}

// The socket of a request: the session's, with the methods of the stream where it has them.
function makeStreamSocket(stream) {
  const isOfStream = (name) => name === 'on' || name === 'once' || name === 'end' || name === 'emit' || name === 'destroy';
  const isForbidden = (name) => name === 'write' || name === 'read' || name === 'pause' || name === 'resume' ||
    name === 'setEncoding' || name === 'setKeepAlive' || name === 'setNoDelay';
  const target = () => (stream.session !== undefined ? stream.session[kState].socket ?? stream : stream);
  return new Proxy(stream, {
    __proto__: null,
    has(_stream, name) { return name in stream || name in target(); },
    get(_stream, name) {
      if (isOfStream(name)) return FunctionPrototypeBind(stream[name], stream);
      if (name === 'writable' || name === 'destroyed') return stream[name];
      if (name === 'readable') {
        if (stream.destroyed) return false;
        const request = stream[kRequest];
        return request ? request.readable : stream.readable;
      }
      if (name === 'setTimeout') {
        const { session } = stream;
        return session !== undefined ? FunctionPrototypeBind(session.setTimeout, session) : FunctionPrototypeBind(stream.setTimeout, stream);
      }
      if (isForbidden(name)) throw new ERR_HTTP2_NO_SOCKET_MANIPULATION();
      const owner = target();
      const value = owner[name];
      return typeof value === 'function' ? FunctionPrototypeBind(value, owner) : value;
    },
    getPrototypeOf() {
      return ReflectGetPrototypeOf(target());
    },
    set(_stream, name, value) {
      if (name === 'writable' || name === 'readable' || name === 'destroyed' || isOfStream(name)) {
        stream[name] = value;
      } else if (name === 'setTimeout') {
        (stream.session ?? stream).setTimeout = value;
      } else if (isForbidden(name)) {
        throw new ERR_HTTP2_NO_SOCKET_MANIPULATION();
      } else {
        target()[name] = value;
      }
      return true;
    },
  });
}

module.exports = {
  Http2ServerRequest, kProxy, kRequest, kResponse, makeStreamSocket,
};
