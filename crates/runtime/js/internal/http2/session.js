// Http2Session: one connection, as a client and a server have it in common.
//
// The state of the protocol is the native side's. A session is told that bytes came (`receive`), asks for what happened,
// and does it event by event, with ticks and microtasks between two of them. What has to go out is sent after that; what a
// program asks for at other times is sent in the check phase, all of a turn at once. While a write is under way nothing
// more is taken from the native side, so that a slow peer holds back what is written.
'use strict';

const {
  ArrayPrototypePush, ArrayPrototypeShift, MathMin, ObjectAssign, Promise, SafeMap, SafeSet, Symbol, SymbolAsyncDispose, Uint8Array,
} = primordials;

const {
  codes: {
    ERR_HTTP2_INVALID_SESSION, ERR_HTTP2_MAX_PENDING_SETTINGS_ACK, ERR_HTTP2_PING_CANCEL, ERR_HTTP2_PING_LENGTH,
    ERR_HTTP2_SESSION_ERROR, ERR_HTTP2_SOCKET_BOUND, ERR_HTTP2_STREAM_CANCEL, ERR_OUT_OF_RANGE,
  },
  errnoException,
} = require('internal/errors');
const {
  validateBuffer, validateFunction, validateInt32, validateNumber,
} = require('internal/validators');
const EventEmitter = require('events');
const { Buffer } = require('internal/buffer/buffer');
const { setStreamTimeout, stopTimeout, touch } = require('internal/net/stream_timeout');
const { NghttpError } = require('internal/http2/names');
const { entriesOf, settingsFromList, validateSettings } = require('internal/http2/settings');
const { makeSocketProxy } = require('internal/http2/socket_proxy');
const { makeTransport } = require('internal/http2/transport');
const { reportSession, reportStream } = require('internal/http2/perf_entries');

const kState = Symbol('state');
const kBound = Symbol('bound-http2-session');
const kReceiveHeaders = Symbol('receive-headers');

const NO_ERROR = 0;
const INTERNAL_ERROR = 2;
const CANCEL = 8;

// nghttp2's error for what is against the protocol.
const PROTOCOL_FAILURE = -505;
// What a native session wants.
const WANTS_WRITE = 2;

let native;

class Http2Session extends EventEmitter {
  constructor(isServer, options, socket) {
    super();
    native ??= internalBinding('http2');
    if (socket[kBound] !== undefined) throw new ERR_HTTP2_SOCKET_BOUND();
    socket[kBound] = this;
    if (!isServer || socket.destroyed !== true) socket.disableRenegotiation?.();
    this[kState] = {
      __proto__: null,
      isServer,
      options,
      socket,
      proxy: undefined,
      // The native session and what carries its bytes, once there is a connection.
      handle: undefined,
      transport: undefined,
      streams: new SafeMap(),
      // Streams of a client that have no number yet.
      pending: new SafeSet(),
      isClosed: false,
      isDestroyed: false,
      destroyCode: NO_ERROR,
      goawayCode: null,
      goawayLastStream: null,
      saidGoaway: false,
      pings: [],
      settingsCallbacks: [],
      pendingAcks: 0,
      localSettings: undefined,
      remoteSettings: undefined,
      originSet: undefined,
      events: undefined,
      eventsAt: 0,
      isDispatching: false,
      isSending: false,
      isFlushScheduled: false,
      // What waits for the connection.
      waiting: [],
      // How often something was sent, and what that was when a timeout last looked; 0 after a write.
      chunksSent: 0,
      chunksSeen: 0,
      // For entries of performance: when it began, how long the last ping and the last stream took.
      start: 0,
      pingDuration: 0,
      streamDuration: 0,
      // Streams whose writes are on their way.
      written: [],
      // Called when what a dying session has to say is said.
      onLastWrite: undefined,
      encrypted: undefined,
      alpnProtocol: undefined,
    };
    this.timeout = 0;
    this._parent = null;
    socket.on('error', (error) => onSocketError(this, error));
    socket.on('close', () => onSocketClose(this));
  }

  get type() { return this[kState].isServer ? 0 : 1; }

  get socket() {
    const state = this[kState];
    // A session that is over has none; a proxy that somebody kept says so.
    if (state.socket === undefined) return undefined;
    return state.proxy ??= makeSocketProxy(this, (session) => session[kState].socket);
  }

  get closed() { return this[kState].isClosed; }
  get destroyed() { return this[kState].isDestroyed; }
  get connecting() { return this[kState].handle === undefined && !this[kState].isDestroyed; }
  get encrypted() { return this[kState].encrypted; }
  get alpnProtocol() { return this[kState].alpnProtocol; }
  get pendingSettingsAck() { return this[kState].pendingAcks > 0; }

  get originSet() {
    const state = this[kState];
    if (!state.encrypted || state.isDestroyed) return undefined;
    if (state.originSet === undefined) {
      state.originSet = [];
      const { socket } = state;
      let name = socket.servername;
      if (name === null || name === undefined || name === false) name = socket.remoteFamily === 'IPv6' ? `[${socket.remoteAddress}]` : socket.remoteAddress;
      let origin = `https://${name}`;
      if (socket.remotePort !== null && socket.remotePort !== undefined) origin += `:${socket.remotePort}`;
      ArrayPrototypePush(state.originSet, new (require('internal/url/url').URL)(origin).origin);
    }
    return state.originSet;
  }

  get state() {
    const { handle } = this[kState];
    if (handle === undefined) return {};
    const list = native.sessionState(handle);
    return {
      effectiveLocalWindowSize: list[0],
      effectiveRecvDataLength: list[1],
      nextStreamID: list[2],
      localWindowSize: list[3],
      lastProcStreamID: list[4],
      remoteWindowSize: list[5],
      outboundQueueSize: list[6],
      deflateDynamicTableSize: list[7],
      inflateDynamicTableSize: list[8],
    };
  }

  get localSettings() { return currentSettings(this, true); }
  get remoteSettings() { return currentSettings(this, false); }

  settings(settings, callback) {
    if (this.destroyed) throw new ERR_HTTP2_INVALID_SESSION();
    require('internal/http2/headers').assertIsObject(settings, 'settings');
    validateSettings(settings);
    if (callback !== undefined) validateFunction(callback, 'callback');
    this[kState].pendingAcks++;
    whenConnected(this, () => submitSettings(this, ObjectAssign({}, settings), callback));
  }

  setLocalWindowSize(windowSize) {
    if (this.destroyed) throw new ERR_HTTP2_INVALID_SESSION();
    validateInt32(windowSize, 'windowSize', 0);
    const { handle } = this[kState];
    if (handle === undefined) return;
    const status = native.setLocalWindowSize(handle, windowSize);
    if (status !== 0) this.destroy(new NghttpError(status));
    else scheduleFlush(this);
  }

  setNextStreamID(id) {
    if (this.destroyed) throw new ERR_HTTP2_INVALID_SESSION();
    validateNumber(id, 'id');
    if (id <= 0 || id > 2 ** 32 - 1) throw new ERR_OUT_OF_RANGE('id', `> 0 and <= ${2 ** 32 - 1}`, id);
    const { handle } = this[kState];
    if (handle !== undefined) native.setNextStreamID(handle, id);
  }

  ping(payload, callback) {
    if (this.destroyed) throw new ERR_HTTP2_INVALID_SESSION();
    if (typeof payload === 'function') {
      callback = payload;
      payload = undefined;
    }
    if (payload) {
      validateBuffer(payload, 'payload');
      if (payload.byteLength !== 8) throw new ERR_HTTP2_PING_LENGTH();
    }
    validateFunction(callback, 'callback');
    const state = this[kState];
    if (this.connecting) {
      whenConnected(this, () => { this.ping(payload, callback); });
      return undefined;
    }
    const { AsyncResource } = require('internal/async_hooks/resource');
    const resource = new AsyncResource('HTTP2PING', { __proto__: null, requireManualDestroy: true });
    if (state.pings.length >= (state.options.maxOutstandingPings ?? 10)) {
      resource.runInAsyncScope(callback, undefined, new ERR_HTTP2_PING_CANCEL());
      resource.emitDestroy();
      return false;
    }
    const bytes = payload ? new Uint8Array(payload.buffer, payload.byteOffset, 8).slice() : defaultPayload();
    const { now } = require('internal/perf/clock');
    ArrayPrototypePush(state.pings, { callback, start: now(), resource });
    native.ping(state.handle, bytes);
    scheduleFlush(this);
    return true;
  }

  goaway(code = NO_ERROR, lastStreamID = 0, opaqueData = undefined) {
    if (this.destroyed) throw new ERR_HTTP2_INVALID_SESSION();
    if (opaqueData !== undefined) validateBuffer(opaqueData, 'opaqueData');
    validateNumber(code, 'code');
    validateNumber(lastStreamID, 'lastStreamID');
    whenConnected(this, () => {
      const { handle } = this[kState];
      if (handle === undefined) return;
      this[kState].saidGoaway = true;
      native.goaway(handle, code, lastStreamID, opaqueData);
      scheduleFlush(this);
    });
  }

  close(callback) {
    const state = this[kState];
    if (state.isClosed || state.isDestroyed) return;
    state.isClosed = true;
    if (typeof callback === 'function') this.once('close', callback);
    this.goaway();
    maybeDestroy(this);
  }

  destroy(error = NO_ERROR, code = undefined) {
    if (this.destroyed) return;
    if (typeof error === 'number') {
      code = error;
      error = code === NO_ERROR ? undefined : new ERR_HTTP2_SESSION_ERROR(code);
    }
    if (code === undefined && error != null) code = INTERNAL_ERROR;
    closeSession(this, code ?? NO_ERROR, error);
  }

  ref() {
    const { socket } = this[kState];
    if (typeof socket?.ref === 'function') socket.ref();
  }

  unref() {
    const { socket } = this[kState];
    if (typeof socket?.unref === 'function') socket.unref();
  }

  _onTimeout() {
    if (this.destroyed) return;
    let isWriting = false;
    this[kState].streams.forEach((stream) => { isWriting ||= stream._isWriting; });
    if (isWriting && hasSentMore(this)) touch(this);
    else this.emit('timeout');
  }

  [SymbolAsyncDispose]() {
    return new Promise((resolve) => {
      if (this.destroyed) resolve();
      else this.close(resolve);
    });
  }

  [Symbol.for('nodejs.util.inspect.custom')](depth, options) {
    if (typeof depth === 'number' && depth < 0) return this;
    const { inspect } = require('internal/util/inspect');
    const shown = {
      type: this.type,
      closed: this.closed,
      destroyed: this.destroyed,
      state: this.state,
      localSettings: this.localSettings,
      remoteSettings: this.remoteSettings,
    };
    return `${this.constructor.name} ${inspect(shown, { ...options, depth: options.depth == null ? null : options.depth - 1 })}`;
  }
}
Http2Session.prototype.setTimeout = setStreamTimeout;

// A large write that goes on is activity, though nothing is called back.
function hasSentMore(session) {
  const state = session[kState];
  const { chunksSeen } = state;
  state.chunksSeen = state.chunksSent;
  return chunksSeen !== state.chunksSent;
}

function defaultPayload() {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(process.hrtime.bigint());
  return bytes;
}

function currentSettings(session, isLocal) {
  const state = session[kState];
  const key = isLocal ? 'localSettings' : 'remoteSettings';
  if (state[key] !== undefined) return state[key];
  if (state.isDestroyed || state.handle === undefined) return {};
  return state[key] = settingsFromList(native.currentSettings(state.handle, isLocal));
}

function whenConnected(session, action) {
  if (!session.connecting) {
    action();
    return;
  }
  ArrayPrototypePush(session[kState].waiting, action);
}

// Says that there is a connection, and does what waited for it.
function tellConnected(session, socket) {
  if (session.destroyed) return;
  session.emit('connect', session, socket);
  const { waiting } = session[kState];
  session[kState].waiting = [];
  for (let i = 0; i < waiting.length; i++) waiting[i]();
}

function submitSettings(session, settings, callback) {
  const state = session[kState];
  if (state.handle === undefined) return;
  const most = state.options.maxOutstandingSettings ?? 10;
  if (state.settingsCallbacks.length >= most) {
    session.destroy(new ERR_HTTP2_MAX_PENDING_SETTINGS_ACK());
    return;
  }
  const { now } = require('internal/perf/clock');
  ArrayPrototypePush(state.settingsCallbacks, { callback, settings, start: now() });
  native.settings(state.handle, entriesOf(settings));
  scheduleFlush(session);
}

// Begins to speak over the socket.
function setUp(session) {
  const state = session[kState];
  const { options, socket } = state;
  state.encrypted = !!socket.encrypted;
  state.alpnProtocol = socket.encrypted ? socket.alpnProtocol || 'http/1.1' : 'h2c';
  if (socket.encrypted && !socket.alpnProtocol) state.alpnProtocol = socket.alpnProtocol;
  if (socket.setNoDelay) socket.setNoDelay();
  state.start = require('internal/perf/clock').now();
  state.handle = native.createSession(state.isServer, nativeOptions(options, state.isServer));
  // The first thing that is said, whatever has come already.
  const settings = { ...options.settings };
  state.pendingAcks++;
  submitSettings(session, settings);
  const wasRead = socket.readableLength > 0;
  state.transport = makeTransport(socket, state.handle, (value) => receive(session, value));
  if (wasRead) setImmediate(dispatch, session);
}

function nativeOptions(options, isServer) {
  const burst = options.streamResetBurst;
  const rate = options.streamResetRate;
  const megabytes = MathMin(options.maxSessionMemory ?? 10, 2 ** 30);
  let pairs = options.maxHeaderListPairs ?? 128;
  if (pairs < (isServer ? 4 : 1)) pairs = isServer ? 4 : 1;
  return [
    options.paddingStrategy, options.maxDeflateDynamicTableSize, options.maxSendHeaderBlockLength,
    options.peerMaxConcurrentStreams ?? 100, options.maxReservedRemoteStreams, options.maxSettings, pairs,
    megabytes * 1e6, options.maxSessionInvalidFrames ?? 1000, options.maxSessionRejectedStreams ?? 100, burst, rate,
    options.strictFieldWhitespaceValidation !== false,
  ];
}

// Bytes came (true), the socket's end (null), or reading failed.
function receive(session, value) {
  if (value !== true) return;
  touch(session);
  dispatch(session);
  flush(session);
}

// Tells what happened, event by event.
function dispatch(session) {
  const state = session[kState];
  if (state.isDispatching) return;
  state.isDispatching = true;
  let isWhole = false;
  try {
    for (;;) {
      if (state.events === undefined) {
        if (state.handle === undefined) break;
        state.events = native.events(state.handle);
        state.eventsAt = 0;
        if (state.events === undefined) break;
      }
      const { events, eventsAt: at } = state;
      state.eventsAt = at + 4;
      if (at + 4 >= events.length) state.events = undefined;
      if (state.handle !== undefined) handlers[events[at]](session, events[at + 1], events[at + 2], events[at + 3]);
      // As if each had come alone.
      state.transport?.drain();
    }
    isWhole = true;
  } finally {
    state.isDispatching = false;
    // A listener has thrown: what is left is done in the next turn.
    if (!isWhole) setImmediate(dispatch, session);
  }
  scheduleFlush(session);
}

function scheduleFlush(session) {
  const state = session[kState];
  if (state.isFlushScheduled || state.isDispatching || state.isSending || state.handle === undefined) return;
  if ((native.wants(state.handle) & WANTS_WRITE) === 0 && state.onLastWrite === undefined && !state.isClosed) return;
  state.isFlushScheduled = true;
  setImmediate(flushNow, session);
}

function flushNow(session) {
  session[kState].isFlushScheduled = false;
  flush(session);
}

// Sends what there is to send, and tells of what became of it.
function flush(session) {
  const state = session[kState];
  const { fields } = native;
  while (state.handle !== undefined && !state.isSending) {
    state.isSending = true;
    const status = state.transport.flush((result) => onSent(session, result));
    const sent = fields[1];
    const hasEvents = fields[0] !== 0;
    if (sent > 0) {
      state.chunksSent++;
      touch(session);
    }
    if (hasEvents) sortEvents(session);
    if (status === 1) return;
    state.isSending = false;
    finishWrites(session, status);
    if (status < 0) {
      onLastWrite(session);
      return;
    }
    if (state.events !== undefined && !state.isDispatching) {
      dispatch(session);
      return;
    }
    if (sent === 0 && !hasEvents) break;
  }
  if (state.isSending) return;
  onLastWrite(session);
  // nghttp2 has had enough of the peer and has told it so.
  if (state.handle !== undefined && fields[2] === 0 && !state.isClosed && !state.isDestroyed && !state.saidGoaway) {
    session.destroy(new NghttpError(PROTOCOL_FAILURE));
  }
}

function onSent(session, status) {
  const state = session[kState];
  state.isSending = false;
  finishWrites(session, status);
  if (status < 0) {
    onLastWrite(session);
    return;
  }
  if (state.events !== undefined) dispatch(session);
  else flush(session);
}

function onLastWrite(session) {
  const state = session[kState];
  const { onLastWrite: callback } = state;
  state.onLastWrite = undefined;
  callback?.();
  if (callback === undefined && state.isClosed && !state.isDestroyed) maybeDestroy(session);
}

const WRITTEN = 4;

// Of what happened while output was taken, the ends of writes have to wait for the write.
function sortEvents(session) {
  const state = session[kState];
  const events = native.events(state.handle);
  if (events === undefined) return;
  let others;
  for (let i = 0; i < events.length; i += 4) {
    if (events[i] === WRITTEN) {
      ArrayPrototypePush(state.written, events[i + 1]);
      continue;
    }
    others ??= [];
    for (let j = 0; j < 4; j++) ArrayPrototypePush(others, events[i + j]);
  }
  if (others === undefined) return;
  if (state.events === undefined) {
    state.events = others;
    state.eventsAt = 0;
  } else {
    for (let i = 0; i < others.length; i++) ArrayPrototypePush(state.events, others[i]);
  }
}

function finishWrites(session, status) {
  const state = session[kState];
  while (state.written.length > 0) {
    const stream = state.streams.get(ArrayPrototypeShift(state.written));
    stream?._onWritten(status < 0 ? new errnoException(status, 'write') : null);
  }
}

// The events of the native side, by their kind.
const handlers = [
  function headers(session, id, text, parts) {
    session[kReceiveHeaders](id, text, parts[0], parts[1], parts[2]);
  },
  function data(session, id, bytes) {
    session[kState].streams.get(id)?._onData(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  },
  function end(session, id) {
    session[kState].streams.get(id)?._onEnd();
  },
  function closed(session, id, code) {
    const stream = session[kState].streams.get(id);
    if (stream === undefined) native.release(session[kState].handle, id);
    else stream._onClosed(code);
  },
  function written(session, id) {
    ArrayPrototypePush(session[kState].written, id);
  },
  function wantsTrailers(session, id) {
    session[kState].streams.get(id)?._onWantsTrailers();
  },
  function settings(session, id, list) {
    const settings = session[kState].remoteSettings = settingsFromList(list);
    session.emit('remoteSettings', settings);
  },
  function settingsAck(session, id, list) {
    const state = session[kState];
    const entry = ArrayPrototypeShift(state.settingsCallbacks);
    const settings = state.localSettings = settingsFromList(list);
    if (entry === undefined) return;
    state.pendingAcks--;
    const { now } = require('internal/perf/clock');
    if (typeof entry.callback === 'function') entry.callback(null, settings, now() - entry.start);
    session.emit('localSettings', settings);
  },
  function ping(session, id, payload) {
    session.emit('ping', Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength));
  },
  function pingAck(session, id, payload) {
    const entry = ArrayPrototypeShift(session[kState].pings);
    if (entry === undefined) {
      // An answer that nobody asked for.
      session.destroy(new NghttpError(PROTOCOL_FAILURE), 1);
      return;
    }
    const { now } = require('internal/perf/clock');
    const answer = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength);
    const duration = session[kState].pingDuration = now() - entry.start;
    entry.resource.runInAsyncScope(entry.callback, undefined, null, duration, answer);
    entry.resource.emitDestroy();
  },
  function goaway(session, lastStream, code, data) {
    const state = session[kState];
    state.goawayCode = code;
    state.goawayLastStream = lastStream;
    const bytes = data === undefined ? undefined : Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    session.emit('goaway', code, lastStream, bytes);
    if (code === NO_ERROR) session.close();
    else session.destroy(new ERR_HTTP2_SESSION_ERROR(code), NO_ERROR);
  },
  function priority(session, id, parent, parts) {
    const target = session[kState].streams.get(id) ?? session;
    if (!target.emit('priority', id, parent, parts[0], parts[1]) && target !== session) {
      session.emit('priority', id, parent, parts[0], parts[1]);
    }
  },
  function altsvc(session, id, origin, value) {
    session.emit('altsvc', value, origin, id);
  },
  function origins(session, id, text) {
    const state = session[kState];
    if (!state.encrypted || state.isDestroyed) return;
    const list = require('internal/http2/headers').toList(text);
    const known = session.originSet;
    for (let i = 0; i < list.length; i++) {
      if (!known.includes(list[i])) ArrayPrototypePush(known, list[i]);
    }
    session.emit('origin', list);
  },
  function frameError(session, id, type, code) {
    const stream = session[kState].streams.get(id);
    const target = stream ?? session;
    if (!target.emit('frameError', type, code, id) && stream !== undefined) session.emit('frameError', type, code, id);
    stream?.close(code);
    session.close();
    setImmediate(() => session.destroy());
  },
  function failed(session, id, code) {
    session.destroy(new NghttpError(code));
  },
  function tooManyInvalidFrames(session) {
    session.destroy(new NghttpError(-902, 'ERR_HTTP2_TOO_MANY_INVALID_FRAMES'));
  },
];

// The end

// Whether it is time: all is said, and nobody waits.
function maybeDestroy(session) {
  const state = session[kState];
  if (!state.isClosed || state.isDestroyed) return;
  if (state.streams.size > 0 || state.pending.size > 0 || state.isSending) return;
  if (state.handle !== undefined && (native.wants(state.handle) & WANTS_WRITE) !== 0) {
    scheduleFlush(session);
    return;
  }
  session.destroy();
}

function closeSession(session, code, error) {
  const state = session[kState];
  state.isDestroyed = true;
  state.destroyCode = code;
  stopTimeout(session);
  session.removeAllListeners('timeout');
  cancelWaiting(session);
  if (state.pending.size > 0) {
    const cancel = new ERR_HTTP2_STREAM_CANCEL(error);
    state.pending.forEach((stream) => stream.destroy(cancel));
  }
  state.streams.forEach((stream) => stream.destroy(error));
  if (state.handle === undefined) {
    finishClose(session, error);
    return;
  }
  const { socket } = state;
  if (socket.destroyed) {
    setImmediate(finishClose, session, error);
    return;
  }
  native.terminate(state.handle, 0, code);
  state.onLastWrite = () => finishClose(session, error);
  if (!state.isSending) flush(session);
}

function cancelWaiting(session) {
  const state = session[kState];
  const { pings } = state;
  state.pings = [];
  // Node never calls back for settings that the peer did not live to acknowledge.
  state.settingsCallbacks = [];
  for (let i = 0; i < pings.length; i++) {
    const { callback, resource } = pings[i];
    process.nextTick(callback, new ERR_HTTP2_PING_CANCEL());
    resource.emitDestroy();
  }
}

function finishClose(session, error) {
  const state = session[kState];
  const { socket } = state;
  if (state.handle !== undefined) {
    reportSession(state);
    native.finish(state.handle);
  }
  state.handle = undefined;
  state.transport = undefined;
  state.events = undefined;
  state.proxy = undefined;
  state.socket = undefined;
  if (socket !== undefined) socket[kBound] = undefined;
  if (socket === undefined || socket.destroyed) {
    process.nextTick(emitClose, session, error);
    return;
  }
  socket.on('close', () => emitClose(session, error));
  if (state.isClosed && error === undefined) {
    // What the peer still says does not matter, but that it ends does.
    socket.resume?.();
    socket.end();
  } else {
    socket.destroy(error);
  }
}

function emitClose(session, error) {
  if (error) session.emit('error', error);
  session.emit('close');
}

function onSocketError(session, error) {
  const state = session[kState];
  if (state.isDestroyed) return;
  // A peer that has said goodbye may hang up as it likes.
  if (error.code === 'ECONNRESET' && state.goawayCode !== null) session.destroy();
  else session.destroy(error);
}

function onSocketClose(session) {
  const state = session[kState];
  if (state.isDestroyed) return;
  state.isClosed = true;
  cancelWaiting(session);
  state.streams.forEach((stream) => stream.close(CANCEL));
  state.pending.forEach((stream) => stream.close(CANCEL));
  closeSession(session, NO_ERROR);
}

// Called by a stream that is gone.
function forget(session, stream, id) {
  const state = session[kState];
  state.pending.delete(stream);
  if (id !== undefined) {
    state.streams.delete(id);
    if (state.handle !== undefined) {
      reportStream(state, id);
      native.release(state.handle, id);
    }
  }
  if (state.isClosed) setImmediate(maybeDestroy, session);
}

module.exports = {
  Http2Session, forget, hasSentMore, kBound, kReceiveHeaders, kState, flush, scheduleFlush, setUp, tellConnected, whenConnected,
};
