// Http2Stream: one exchange on a session, a Duplex whose readable side is what the peer sends.
//
// A stream is pending until it has a number. It is destroyed when both sides are done, when one side resets it, or with its
// session; until then the native side keeps what it knows of it.
'use strict';

const { FunctionPrototypeCall, ObjectAssign, Symbol } = primordials;

const {
  codes: {
    ERR_HTTP2_INVALID_STREAM, ERR_HTTP2_STREAM_ERROR, ERR_HTTP2_TRAILERS_ALREADY_SENT, ERR_HTTP2_TRAILERS_NOT_READY,
  },
} = require('internal/errors');
const { validateFunction, validateInteger } = require('internal/validators');
const { Buffer } = require('internal/buffer/buffer');
const { Duplex } = require('internal/stream/duplex');
const { setStreamTimeout, stopTimeout, touch } = require('internal/net/stream_timeout');
const { NghttpError, nameOfCode } = require('internal/http2/names');
const { NO_PSEUDO, assertIsObject, toBlock } = require('internal/http2/headers');
const { flush, forget, hasSentMore, kState, scheduleFlush } = require('internal/http2/session');
const channels = require('internal/http2/channels');

const native = internalBinding('http2');

const kInit = Symbol('init');
const kProceed = Symbol('proceed');

const NO_ERROR = 0;
const INTERNAL_ERROR = 2;
const CANCEL = 8;

// How a stream that is closed tells its peer.
const RESET = 0;
const RESET_NOW = 1;
const NO_RESET = 2;

class Http2Stream extends Duplex {
  constructor(session, options) {
    super({ ...options, allowHalfOpen: true, decodeStrings: false, autoDestroy: false });
    // Nothing is read before somebody wants it.
    this.cork();
    this[kState] = {
      __proto__: null,
      session,
      id: undefined,
      isClosed: false,
      // The native side has closed it.
      isGone: false,
      isAborted: false,
      rstCode: NO_ERROR,
      headersSent: false,
      headRequest: false,
      didRead: false,
      didEnd: false,
      hasTrailers: false,
      trailersReady: false,
      trailersSent: false,
      endAfterHeaders: false,
      writeCallback: undefined,
      // A file that is being sent.
      file: undefined,
      isNativeReading: false,
      sentHeaders: undefined,
      sentInfoHeaders: undefined,
      sentTrailers: undefined,
    };
    this.timeout = 0;
    this._parent = session;
    session[kState].pending.add(this);
    this.on('pause', onPause);
  }

  // The stream has its number.
  [kInit](id) {
    const state = this[kState];
    const of = state.session[kState];
    state.id = id;
    of.pending.delete(this);
    of.streams.set(id, this);
    this.uncork();
    this.emit('ready');
  }

  get id() { return this[kState].id; }
  get session() { return this[kState].session; }
  get pending() { return this[kState].id === undefined; }
  get closed() { return this[kState].isClosed; }
  get aborted() { return this[kState].isAborted; }
  get rstCode() { return this[kState].rstCode; }
  get headersSent() { return this[kState].headersSent; }
  get sentHeaders() { return this[kState].sentHeaders; }
  get sentInfoHeaders() { return this[kState].sentInfoHeaders; }
  get sentTrailers() { return this[kState].sentTrailers; }
  get endAfterHeaders() { return this[kState].endAfterHeaders; }
  get bufferSize() { return this.writableLength; }
  get _handle() { return this[kState].session?.[kState].handle; }

  get state() {
    const { id, session } = this[kState];
    const handle = session?.[kState].handle;
    if (id === undefined || handle === undefined) return {};
    const list = native.streamState(handle, id);
    return {
      state: list[0],
      weight: list[1],
      sumDependencyWeight: list[2],
      localClose: list[3],
      remoteClose: list[4],
      localWindowSize: list[5],
    };
  }

  // Reading

  _read() {
    const state = this[kState];
    if (this.destroyed) {
      this.push(null);
      return;
    }
    state.didRead = true;
    if (state.id === undefined) this.once('ready', startReading);
    else FunctionPrototypeCall(startReading, this);
  }

  _onData(bytes) {
    if (this.destroyed) return;
    touch(this);
    if (!this.push(bytes)) setReading(this, false);
  }

  _onEnd() {
    if (this.destroyed) return;
    this.on('end', maybeDestroy);
    this.push(null);
    if (this.readableLength === 0) this.read(0);
  }

  // The native side has closed it.
  _onClosed(code) {
    if (this.destroyed) return;
    const state = this[kState];
    state.isGone = true;
    if (!state.isClosed) closeStream(this, code, NO_RESET);
    finishWrite(this, null);
    if (this.readableEnded || code !== NO_ERROR) {
      this.destroy();
      return;
    }
    this.on('end', maybeDestroy);
    this.push(null);
    // What a server never looked at does not hold it up.
    if (isOfServer(this) && !state.didRead && this.readableFlowing === null) this.resume();
    else this.read(0);
    if (this.readableEnded) FunctionPrototypeCall(maybeDestroy, this);
  }

  // Writing

  _write(chunk, encoding, callback) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk;
    write(this, bytes, bytes.length, callback);
  }

  _writev(entries, callback) {
    const chunks = [];
    let length = 0;
    for (let i = 0; i < entries.length; i++) {
      const { chunk, encoding } = entries[i];
      chunks[i] = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk;
      length += chunks[i].length;
    }
    write(this, chunks, length, callback);
  }

  _onWritten(error) {
    touch(this);
    finishWrite(this, error);
  }

  get _isWriting() {
    const { file, writeCallback } = this[kState];
    return writeCallback !== undefined || file !== undefined;
  }

  _final(callback) {
    if (this.pending) {
      this.once('ready', () => this._final(callback));
      return;
    }
    const { file } = this[kState];
    if (file !== undefined && !this.closed) {
      // The end is the file's.
      file.onDone = () => this._final(callback);
      return;
    }
    endWriting(this);
    callback();
    // The end of a stream that has been finished is what both sides have said.
    process.nextTick(finished, this);
  }

  _onWantsTrailers() {
    const state = this[kState];
    state.trailersReady = true;
    if (this.destroyed || this.closed) return;
    if (!this.emit('wantTrailers')) this.sendTrailers({});
  }

  sendTrailers(headers) {
    if (this.destroyed || this.closed) throw new ERR_HTTP2_INVALID_STREAM();
    const state = this[kState];
    if (state.trailersSent) throw new ERR_HTTP2_TRAILERS_ALREADY_SENT();
    if (!state.trailersReady) throw new ERR_HTTP2_TRAILERS_NOT_READY();
    assertIsObject(headers, 'headers');
    headers = ObjectAssign({ __proto__: null }, headers);
    const { text } = toBlock(headers, NO_PSEUDO);
    state.sentTrailers = headers;
    state.trailersReady = false;
    state.trailersSent = true;
    const status = native.trailers(state.session[kState].handle, state.id, text);
    if (status < 0) this.destroy(new NghttpError(status));
    else scheduleFlush(state.session);
  }

  priority(options) {
    warnOfPriorities();
    if (this.destroyed) throw new ERR_HTTP2_INVALID_STREAM();
    assertIsObject(options, 'options');
  }

  // Ending

  close(code = NO_ERROR, callback) {
    validateInteger(code, 'code', 0, 2 ** 32 - 1);
    if (callback !== undefined) validateFunction(callback, 'callback');
    if (this.closed) return;
    if (callback !== undefined) this.once('close', callback);
    closeStream(this, code);
  }

  _destroy(error, callback) {
    const state = this[kState];
    const { id, session } = state;
    const of = session[kState];
    const sessionCode = of.goawayCode || of.destroyCode;
    let code = state.isClosed ? state.rstCode : sessionCode;
    if (!code && error != null) code = sessionCode || (error.name === 'AbortError' ? CANCEL : INTERNAL_ERROR);
    if (!state.isClosed) closeStream(this, code, id === undefined ? NO_RESET : RESET_NOW);
    this.push(null);
    finishWrite(this, null);
    stopTimeout(this);
    forget(session, this, id);
    if (error == null && code !== NO_ERROR && code !== CANCEL) error = new ERR_HTTP2_STREAM_ERROR(nameOfCode(code));
    tellChannels(this, of.isServer, error);
    state.session = undefined;
    this._parent = null;
    callback(error);
  }

  _onTimeout() {
    if (this.destroyed) return;
    if (this._isWriting && hasSentMore(this[kState].session)) touch(this);
    else this.emit('timeout');
  }

  [Symbol.for('nodejs.util.inspect.custom')](depth, options) {
    if (typeof depth === 'number' && depth < 0) return this;
    const { inspect } = require('internal/util/inspect');
    const shown = {
      id: this.id || '<pending>',
      closed: this.closed,
      destroyed: this.destroyed,
      state: this.state,
      readableState: this._readableState,
      writableState: this._writableState,
    };
    return `Http2Stream ${inspect(shown, { ...options, depth: options.depth == null ? null : options.depth - 1 })}`;
  }
}
Http2Stream.prototype.setTimeout = setStreamTimeout;

function tellChannels(stream, isServer, error) {
  const failed = isServer ? channels.serverError : channels.clientError;
  if (error && failed.hasSubscribers) failed.publish({ stream, error });
  const closed = isServer ? channels.serverClose : channels.clientClose;
  if (closed.hasSubscribers) closed.publish({ stream });
}

let hasWarned = false;
// RFC 9113 has no priorities of streams any more.
function warnOfPriorities() {
  if (hasWarned) return;
  hasWarned = true;
  process.emitWarning(
    'http2Stream.priority is longer supported after priority signalling was deprecated in RFC 9113',
    'DeprecationWarning', 'DEP0194');
}

const isOfServer = (stream) => stream[kState].session?.[kState].isServer === true;

function startReading() {
  if (this.destroyed) return;
  setReading(this, true);
}

function onPause() {
  if (!this.destroyed && !this.pending) setReading(this, false);
}

function setReading(stream, isWanted) {
  const state = stream[kState];
  if (state.isNativeReading === isWanted) return;
  state.isNativeReading = isWanted;
  const of = state.session?.[kState];
  if (of?.handle === undefined) return;
  native.setReading(of.handle, state.id, isWanted ? 1 : 0);
  // The peer's window may have been opened.
  if (isWanted) scheduleFlush(state.session);
}

function write(stream, chunks, length, callback) {
  if (stream.pending) {
    stream.once('ready', () => write(stream, chunks, length, callback));
    return;
  }
  const state = stream[kState];
  const of = state.session?.[kState];
  if (state.isGone || state.didEnd || of?.handle === undefined) {
    callback();
    return;
  }
  touch(stream);
  if (!state.headersSent) stream[kProceed]();
  if (length === 0 || !native.write(of.handle, state.id, chunks)) {
    // There is nothing to wait for.
    callback();
    return;
  }
  state.writeCallback = callback;
  of.chunksSeen = 0;
  scheduleFlush(state.session);
  process.nextTick(endWithLastWrite, stream, length);
}

// The last frame of data can say that it is the last.
function endWithLastWrite(stream, length) {
  if (stream._writableState?.ending && stream.writableLength === length && stream[kState].writeCallback !== undefined) endWriting(stream);
}

function endWriting(stream) {
  const state = stream[kState];
  const of = state.session?.[kState];
  if (state.didEnd || of?.handle === undefined) return;
  state.didEnd = true;
  native.end(of.handle, state.id);
  scheduleFlush(state.session);
}

function finishWrite(stream, error) {
  const state = stream[kState];
  const { writeCallback: callback } = state;
  state.writeCallback = undefined;
  callback?.(error);
}

function finished(stream) {
  FunctionPrototypeCall(maybeDestroy, stream);
}

// Destroys a stream whose sides are done.
function maybeDestroy() {
  if (this.destroyed) return;
  if (!this.writableFinished) return;
  const state = this[kState];
  if (!this.readable && state.isClosed) {
    this.destroy();
    return;
  }
  // A server that has answered without a look at the request is done with it; a push may still come in this turn.
  if (isOfServer(this) && !state.hasTrailers && !state.didRead && this.readableFlowing === null) {
    setImmediate(() => {
      if (!this.destroyed) this.close();
    });
  }
}

function closeStream(stream, code, how = RESET) {
  const state = stream[kState];
  state.isClosed = true;
  state.rstCode = code;
  stream.setTimeout(0);
  stream.removeAllListeners('timeout');
  const { ending } = stream._writableState;
  if (!ending) {
    // The program was not done.
    if (!state.isAborted) {
      state.isAborted = true;
      stream.emit('aborted');
    }
    // A stream that goes wrong is reset and not ended.
    if (code !== NO_ERROR) state.didEnd = true;
    stream.end();
  }
  if (how === NO_RESET) return;
  const reset = () => resetStream(stream, code);
  if (!ending || stream.writableFinished || code !== NO_ERROR || how === RESET_NOW) reset();
  else stream.once('finish', reset);
}

function resetStream(stream, code) {
  const state = stream[kState];
  if (state.session === undefined) return;
  if (state.id === undefined) {
    // It has never been sent.
    stream.push(null);
    stream.once('ready', () => resetStream(stream, code));
    if (state.session[kState].isDestroyed) stream.destroy();
    return;
  }
  const of = state.session[kState];
  if (of.handle === undefined) return;
  // What has been said before is sent before.
  if (state.headersSent && of.isServer) flush(state.session);
  if (of.handle === undefined) return;
  native.reset(of.handle, state.id, code);
  scheduleFlush(state.session);
}

module.exports = {
  Http2Stream, kInit, kProceed, write,
};
