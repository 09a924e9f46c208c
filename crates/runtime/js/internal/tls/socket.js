'use strict';

// tls.TLSSocket: a net.Socket whose handle is a TLS session.
//
// Over a connected socket the session starts with what the socket has; over a socket that is to be made, when it has
// connected. 'secure' says that the handshake is done; what it means is decided by the side: `internal/tls/connect` checks
// the server's certificate, `internal/tls/server` the client's.

const { FunctionPrototypeCall, ObjectSetPrototypeOf, ReflectApply, Symbol } = primordials;

const {
  codes: {
    ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, ERR_TLS_ALPN_CALLBACK_INVALID_RESULT,
    ERR_TLS_HANDSHAKE_TIMEOUT, ERR_TLS_INVALID_CONTEXT, ERR_TLS_INVALID_STATE, ERR_TLS_PSK_SET_IDENTITY_HINT_FAILED,
    ERR_TLS_RENEGOTIATION_DISABLED, ERR_TLS_SESSION_ATTACK, ERR_TLS_SNI_FROM_SERVER,
  },
  errnoException,
  genericNodeError,
} = require('internal/errors');
const { Buffer } = require('internal/buffer/buffer');
const { validateBuffer, validateFunction, validateInt32, validateObject, validateString, validateUint32 } = require('internal/validators');
const { isArrayBufferView } = require('internal/util/views');
const { getOptionValue } = require('internal/options');
const { Socket, onRead } = require('internal/net/socket');
const { kResource, owner } = require('internal/streams/handle');
const { bufferOf, chainOf, toLegacyObject } = require('internal/tls/certificate');
const { SecureContext, createSecureContext, nativeContextOf } = require('internal/tls/context');
const { StreamTransport, TLSHandle, TLSWrap } = require('internal/tls/handle');
const native = internalBinding('tls');

const kSession = Symbol('session');
const kPendingSession = Symbol('pendingSession');
const kDisableRenegotiation = Symbol('disable-renegotiation');
const kHandshakes = Symbol('handshakes');
const kHasGivenUp = Symbol('has-given-up');
const kEarlyErrors = Symbol('early-errors');

const EINVAL = -22;

// The kinds of events, as the native side numbers them.
const HANDSHAKE_START = 0;
const HANDSHAKE_DONE = 1;
const HELLO = 2;
const NEW_SESSION = 3;
const KEYLOG = 4;
const STATUS = 5;

function TLSSocket(socket, options) {
  if (!(this instanceof TLSSocket)) return new TLSSocket(socket, options);
  const tlsOptions = { ...options };
  if (tlsOptions.ALPNProtocols) require('tls').convertALPNProtocols(tlsOptions.ALPNProtocols, tlsOptions);
  const { isServer = false, server, ALPNCallback } = tlsOptions;
  if (ALPNCallback !== undefined) validateFunction(ALPNCallback, 'options.ALPNCallback');
  this._tlsOptions = tlsOptions;
  this._secureEstablished = false;
  this._securePending = false;
  this._newSessionPending = false;
  this._controlReleased = false;
  this.secureConnecting = true;
  this._SNICallback = null;
  this.servername = null;
  this.alpnProtocol = null;
  this.authorized = false;
  this.authorizationError = null;
  this[kPendingSession] = null;
  this[kHandshakes] = 0;
  this[kHasGivenUp] = false;
  this.encrypted = true;

  const context = tlsOptions.secureContext ?? createSecureContext(tlsOptions);
  if (!(context instanceof SecureContext)) throw new ERR_TLS_INVALID_CONTEXT('context');
  tlsOptions.secureContext = context;
  this._requestCert = !!tlsOptions.requestCert || !isServer;
  this._rejectUnauthorized = !!tlsOptions.rejectUnauthorized;
  this[kSession] = native.createSession(
    nativeContextOf(context), isServer, undefined, protocolsOf(tlsOptions.ALPNProtocols), isServer && !!tlsOptions.requestCert,
    isServer && !!tlsOptions.requestCert && this._rejectUnauthorized, !isServer && !!tlsOptions.requestOCSP,
    isServer && wantsHello(tlsOptions, server), !!tlsOptions.pskCallback);

  const handle = socket ? wrap(this, socket) : undefined;
  if (!socket) this[kResource] = new TLSWrap();
  FunctionPrototypeCall(Socket, this, {
    handle,
    allowHalfOpen: socket ? socket.allowHalfOpen : tlsOptions.allowHalfOpen,
    pauseOnCreate: tlsOptions.pauseOnConnect,
    manualStart: true,
    highWaterMark: tlsOptions.highWaterMark,
    onread: socket ? null : tlsOptions.onread,
    signal: tlsOptions.signal,
    lookup: tlsOptions.lookup,
  });
  this.ssl = this._handle ?? this[kSession];
  if (handle && tlsOptions.pauseOnConnect) this.readableFlowing = false;
  if (!socket && tlsOptions.signal?.aborted) process.nextTick(queueMicrotask, () => giveUp(this));
  if (socket) follow(this, socket, handle.transport);
  else this.once('connect', this._start);
  // Errors are no program's until one has the socket.
  this[kEarlyErrors] = (error) => this._tlsError(error);
  this.on('error', this[kEarlyErrors]);
  if (isServer || (server && server.listenerCount('keylog') > 0)) watchKeylog(this, server);
  if (keylogFile() !== undefined) writeKeylog(this);
  this.on('newListener', onNewListener);
  if (tlsOptions.enableTrace || isEverythingTraced()) this.enableTrace();
  if (tlsOptions.session) this.setSession(tlsOptions.session);
  // Whoever makes one by hand expects it to begin by itself.
  if (isServer && socket) this._start();
  if (handle) process.nextTick(beginReading, this, socket);
}
ObjectSetPrototypeOf(TLSSocket.prototype, Socket.prototype);
ObjectSetPrototypeOf(TLSSocket, Socket);

// A socket that was aborted before it was connected connects all the same, as any socket does that is asked to. But its
// session is gone when the ticks are done, and a connection that is begun after that has nobody to read it.
function giveUp(tls) {
  if (!tls.connecting || tls._handle?.fd >= 0) return;
  tls[kHasGivenUp] = true;
  tls.once('connect', () => tls.destroy(new errnoException(EINVAL, 'read')));
}

// What the socket below has read before it was one of TLS is the session's.
function beginReading(tls, socket) {
  // With one that is gone by now this will go too.
  if (tls.destroyed || tls._handle === null || socket.destroyed) return;
  if (socket.readableLength > 0 && tls._handle.transport instanceof StreamTransport) {
    for (let chunk = socket.read(); chunk !== null; chunk = socket.read()) {
      native.feed(tls[kSession], typeof chunk === 'string' ? Buffer.from(chunk, socket.readableEncoding) : chunk);
    }
    tls._handle.pump();
  }
  if (!tls.destroyed) tls.read(0);
}

function protocolsOf(wire) {
  if (!wire) return undefined;
  const list = [];
  for (let offset = 0; offset < wire.length;) {
    const length = wire[offset];
    list[list.length] = wire.subarray(offset + 1, offset + 1 + length);
    offset += 1 + length;
  }
  return list;
}

const wantsHello = (options, server) => !!(options.SNICallback || options.ALPNCallback ||
  (server && (server.listenerCount('resumeSession') > 0 || server.listenerCount('OCSPRequest') > 0)));

// A handle over what another socket or stream has.
function wrap(tls, socket) {
  const { _handle: handle } = socket;
  // What a secure socket has below it is not for others, and a socket that still connects may change it.
  if (socket instanceof Socket && !(socket instanceof TLSSocket) && !socket.connecting && handle && handle.number !== undefined) {
    return connectTo(tls, new TLSHandle(tls[kSession], new StreamTransport(handle, socket)));
  }
  const { DuplexTransport } = require('internal/tls/duplex_transport');
  return connectTo(tls, new TLSHandle(tls[kSession], new DuplexTransport(socket)));
}

function connectTo(tls, handle) {
  handle.onevent = onEvent(tls);
  if (tls._tlsOptions.pskCallback) handle.onpsk = tls._tlsOptions.isServer ? keyOfClient(tls) : keyForServer(tls);
  return handle;
}

// A server is asked for the key of a client; whatever goes wrong ends the connection.
const keyOfClient = (tls) => (identity, maxKey) => {
  try {
    const answer = ReflectApply(tls._tlsOptions.pskCallback, tls, [tls, identity]);
    if (answer === null || answer === undefined) return undefined;
    let key = answer;
    if (!isArrayBufferView(answer)) {
      if (typeof answer !== 'object') {
        throw new ERR_INVALID_ARG_TYPE('ret', ['Object', 'Buffer', 'TypedArray', 'DataView'], answer);
      }
      key = answer.psk;
      validateBuffer(key, 'psk');
    }
    return ['', checkedKey(key, maxKey)];
  } catch (error) {
    tls.destroy(error);
    return undefined;
  }
};

// A client is asked who it wants to be.
const keyForServer = (tls) => (hint, maxKey, maxIdentity) => {
  try {
    const answer = ReflectApply(tls._tlsOptions.pskCallback, tls, [hint]);
    if (answer === null || answer === undefined) return undefined;
    if (typeof answer !== 'object') throw new ERR_INVALID_ARG_TYPE('ret', 'Object', answer);
    validateBuffer(answer.psk, 'psk');
    const key = checkedKey(answer.psk, maxKey);
    const { identity } = answer;
    validateString(identity, 'identity');
    if (Buffer.byteLength(identity) > maxIdentity) {
      throw new ERR_INVALID_ARG_VALUE('identity', identity, `PSK identity exceeds ${maxIdentity} bytes`);
    }
    return [identity, key];
  } catch (error) {
    tls.destroy(error);
    return undefined;
  }
};

function checkedKey(key, maxKey) {
  if (key.byteLength > maxKey) throw new ERR_INVALID_ARG_VALUE('psk', key, `Pre-shared key exceeds ${maxKey} bytes`);
  return Buffer.from(key.buffer, key.byteOffset, key.byteLength);
}

// What happens to the socket below happens here.
function follow(tls, socket, transport) {
  // A stream that is no socket has no timer to stop.
  if (socket instanceof Socket) tls._parent = socket;
  // One that nobody has asked to connect yet will be.
  tls.connecting = socket.connecting || (socket instanceof Socket && !socket._handle);
  if (tls.connecting) {
    socket.once('connect', () => {
      tls.connecting = false;
      tls.emit('connect');
    });
  }
  const isSocket = transport instanceof StreamTransport;
  socket.on('error', (error) => {
    if (isSocket && tls.destroyed) return;
    tls._emitTLSError(error);
    // What any other stream has not written is cancelled when it closes, and that is an error of its own.
    if (isSocket) tls.destroy();
  });
  if (isSocket) {
    socket.once('close', () => {
      transport.isBelowClosed = true;
      tls.destroy();
    });
  } else {
    transport.ongone = () => tls.destroy();
  }
  socket.on('timeout', () => tls.emit('timeout'));
  if (socket._server) tls._server = undefined;
}

function watchKeylog(tls, server) {
  if (server && server.listenerCount('keylog') > 0) {
    native.setKeylog(tls[kSession], true);
    tls.on('keylog', (line) => server.emit('keylog', line, tls));
  }
}

let hasWarnedOfTrace = false;

// Whether `--trace-tls` was given, with a word of warning the first time.
function isEverythingTraced() {
  if (!getOptionValue('--trace-tls')) return false;
  if (!hasWarnedOfTrace) {
    hasWarnedOfTrace = true;
    process.emitWarning('Enabling --trace-tls can expose sensitive data in the resulting log.');
  }
  return true;
}

let keylogPath;

// The file of `--tls-keylog`, with a word of warning the first time.
function keylogFile() {
  if (keylogPath === undefined && getOptionValue('--tls-keylog')) {
    keylogPath = getOptionValue('--tls-keylog');
    process.emitWarning(`Using --tls-keylog makes TLS connections insecure by writing secret key material to file ${keylogPath}`);
  }
  return keylogPath;
}

function writeKeylog(tls) {
  native.setKeylog(tls[kSession], true);
  tls.on('keylog', (line) => {
    try {
      require('fs').appendFileSync(keylogPath, line, { mode: 0o600 });
    } catch (error) {
      process.emitWarning(`Failed to write TLS keylog: ${error}`);
    }
  });
}

function onNewListener(event) {
  if (event === 'keylog') native.setKeylog(this[kSession], true);
}

const onEvent = (tls) => (kind, first, second) => {
  switch (kind) {
    case HANDSHAKE_START:
      onHandshakeStart(tls);
      break;
    case HANDSHAKE_DONE:
      onHandshakeDone(tls);
      break;
    case HELLO:
      onHello(tls, first);
      break;
    case NEW_SESSION:
      onNewSession(tls, bufferOf(first), bufferOf(second));
      break;
    case KEYLOG:
      tls.emit('keylog', bufferOf(first));
      break;
    case STATUS:
      if (tls._tlsOptions.requestOCSP) tls.emit('OCSPResponse', first === undefined ? null : bufferOf(first));
      break;
    default:
      onFailure(tls, first);
  }
};

// A peer that negotiates again and again costs more than it pays.
function onHandshakeStart(tls) {
  if (++tls[kHandshakes] === 1) return;
  tls._handle.handshakes = tls[kHandshakes] - 1;
  if (tls[kDisableRenegotiation]) {
    tls._emitTLSError(new ERR_TLS_RENEGOTIATION_DISABLED());
    return;
  }
  const { CLIENT_RENEG_LIMIT, CLIENT_RENEG_WINDOW } = require('tls');
  if (tls._tlsOptions.isServer && tls[kHandshakes] - 1 > CLIENT_RENEG_LIMIT) {
    tls._emitTLSError(new ERR_TLS_SESSION_ATTACK());
    return;
  }
  setTimeout(() => tls[kHandshakes]--, CLIENT_RENEG_WINDOW * 1000).unref();
}

function onHandshakeDone(tls) {
  if (!tls.destroyed) tls._finishInit();
}

function onNewSession(tls, id, der) {
  const { isServer, server } = tls._tlsOptions;
  if (!isServer) {
    if (tls._secureEstablished) {
      tls.emit('session', der);
    } else {
      // Told after 'secureConnect'.
      tls[kPendingSession] = der;
    }
    return;
  }
  if (!server || server.listenerCount('newSession') === 0) return;
  // The handshake is not done before the session has been kept.
  tls._newSessionPending = true;
  server.emit('newSession', id, der, once(() => {
    tls._newSessionPending = false;
    if (tls._securePending && !tls.destroyed) {
      tls._securePending = false;
      tls._finishInit();
    }
  }));
}

function onFailure(tls, error) {
  if (tls._hadError) return;
  tls._hadError = true;
  if (!tls._secureEstablished) {
    // Whoever hears of the error finds the connection still there.
    tls._closeAfterHandlingError = true;
    tls.destroy(error);
  } else {
    tls._emitTLSError(error);
  }
}

// The first message of a client, when somebody wants to decide by it.
function onHello(tls, hello) {
  const { server, SNICallback, ALPNCallback, secureContext } = tls._tlsOptions;
  if (hello.servername !== undefined) tls.servername = hello.servername;
  const state = { __proto__: null, context: undefined, session: undefined, status: undefined, protocols: undefined };
  const go = (error) => {
    if (error) {
      tls.destroy(error);
      return;
    }
    if (!tls._handle) return;
    try {
      native.answer(tls[kSession], state.context, state.session, state.status, state.protocols);
    } catch (failure) {
      tls.destroy(failure);
      return;
    }
    tls._handle.pump();
  };
  if (ALPNCallback && hello.protocols !== undefined) {
    const names = hello.protocols.map((name) => bufferOf(name).toString('latin1'));
    const chosen = ReflectApply(ALPNCallback, tls, [{ servername: hello.servername ?? false, protocols: names }]);
    if (chosen === undefined) {
      state.protocols = [];
    } else {
      if (!names.includes(chosen)) {
        tls.destroy(new ERR_TLS_ALPN_CALLBACK_INVALID_RESULT(chosen, names));
        return;
      }
      state.protocols = [Buffer.from(chosen, 'latin1')];
    }
  }
  const withStatus = (error) => {
    if (error || !hello.OCSPRequest || !server || server.listenerCount('OCSPRequest') === 0) {
      go(error);
      return;
    }
    const der = native.contextCertificate(state.context ?? nativeContextOf(secureContext));
    server.emit('OCSPRequest', der && bufferOf(der), null, once((failure, response) => {
      if (response) state.status = response;
      go(failure);
    }));
  };
  const withName = (error) => {
    if (error || !SNICallback || hello.servername === undefined) {
      withStatus(error);
      return;
    }
    ReflectApply(SNICallback, tls, [hello.servername, once((failure, context) => {
      if (failure) {
        withStatus(failure);
        return;
      }
      if (context) {
        const secure = context.context ?? context;
        try {
          state.context = nativeContextOf(secure);
        } catch {
          withStatus(genericNodeError('Invalid SNI context', { __proto__: null }));
          return;
        }
      }
      withStatus();
    })]);
  };
  if (server && hello.sessionId.length > 0 && !hello.tlsTicket && server.listenerCount('resumeSession') > 0) {
    server.emit('resumeSession', bufferOf(hello.sessionId), once((error, der) => {
      if (der) state.session = der;
      withName(error);
    }));
    return;
  }
  withName();
}

function once(callback) {
  let called = false;
  return (...args) => {
    if (called) return;
    called = true;
    ReflectApply(callback, undefined, args);
  };
}

// Starts the handshake, on the connection that there is by then.
TLSSocket.prototype._start = function() {
  if (this.connecting) {
    this.once('connect', this._start);
    return;
  }
  if (this._handle === null || this[kHasGivenUp]) return;
  if (!(this._handle instanceof TLSHandle)) {
    const handle = connectTo(this, new TLSHandle(this[kSession], new StreamTransport(this._handle, null), this[kResource]));
    handle.reading = this._handle.reading;
    handle.onread = onRead;
    handle[owner] = this;
    this._handle = handle;
  }
  this.ssl = this._handle;
  const { isServer, pskCallback, pskIdentityHint } = this._tlsOptions;
  if (isServer && pskCallback && pskIdentityHint) {
    try {
      native.setPskHint(this[kSession], pskIdentityHint);
    } catch {
      this.destroy(new ERR_TLS_PSK_SET_IDENTITY_HINT_FAILED());
      return;
    }
  }
  // A server waits to be spoken to. What is wrong with it is told when that happens, to those who listen by then.
  if (!isServer) this._handle.pump();
};

TLSSocket.prototype._finishInit = function() {
  if (!this._handle) return;
  if (this._newSessionPending) {
    this._securePending = true;
    return;
  }
  const protocol = native.protocol(this[kSession]);
  this.alpnProtocol = protocol === undefined ? false : bufferOf(protocol).toString('latin1');
  this.servername = native.serverName(this[kSession]) ?? (this._tlsOptions.isServer ? false : null);
  this._secureEstablished = true;
  if (this._tlsOptions.handshakeTimeout > 0) this.setTimeout(0, this._handleTimeout);
  // After every handshake, the first and those that follow.
  this.emit('secure');
  if (this[kPendingSession] !== null && !this.destroyed) {
    const der = this[kPendingSession];
    this[kPendingSession] = null;
    this.emit('session', der);
  }
};

TLSSocket.prototype._handleTimeout = function() {
  this._emitTLSError(new ERR_TLS_HANDSHAKE_TIMEOUT());
};

// An error of a connection that stands is told and no more: the connection ends when its peer ends it.
TLSSocket.prototype._emitTLSError = function(error) {
  const told = this._tlsError(error);
  if (told) this.emit('error', told);
};

// Gives the error when it is the program's to handle, null when it is the server's.
TLSSocket.prototype._tlsError = function(error) {
  this.emit('_tlsError', error);
  return this._controlReleased ? error : null;
};

TLSSocket.prototype._releaseControl = function() {
  if (this._controlReleased) return false;
  this._controlReleased = true;
  this.removeListener('error', this[kEarlyErrors]);
  return true;
};

TLSSocket.prototype._destroySSL = function() {
  this.ssl = null;
};

TLSSocket.prototype._destroy = function(error, callback) {
  FunctionPrototypeCall(Socket.prototype._destroy, this, error, callback);
  this.ssl = null;
};
TLSSocket.prototype._init = function() {};
TLSSocket.prototype._wrapHandle = function() { return this._handle; };

TLSSocket.prototype.disableRenegotiation = function disableRenegotiation() {
  this[kDisableRenegotiation] = true;
};

TLSSocket.prototype.renegotiate = function(options, callback) {
  validateObject(options, 'options');
  if (callback !== undefined) validateFunction(callback, 'callback');
  if (this.destroyed) return undefined;
  const { requestCert = this._requestCert, rejectUnauthorized = this._rejectUnauthorized } = options;
  if (requestCert !== this._requestCert || rejectUnauthorized !== this._rejectUnauthorized) {
    native.setVerify(this[kSession], requestCert, rejectUnauthorized);
    this._requestCert = requestCert;
    this._rejectUnauthorized = rejectUnauthorized;
  }
  // The peer's next bytes finish it.
  this.write('');
  try {
    native.renegotiate(this[kSession]);
  } catch (error) {
    if (callback) process.nextTick(callback, error);
    return false;
  }
  this._handle.pump();
  if (callback) {
    this.once('secure', () => {
      if (requestCert && rejectUnauthorized && this.verifyError()) {
        callback(this.verifyError());
        return;
      }
      callback(null);
    });
  }
  return true;
};

TLSSocket.prototype.exportKeyingMaterial = function(length, label, context) {
  validateUint32(length, 'length', true);
  validateString(label, 'label');
  if (context !== undefined) validateBuffer(context, 'context');
  if (!this._secureEstablished) throw new ERR_TLS_INVALID_STATE();
  return bufferOf(native.exportKeyingMaterial(this[kSession], length, label, context));
};

TLSSocket.prototype.setMaxSendFragment = function setMaxSendFragment(size) {
  validateInt32(size, 'size');
  return native.setMaxSendFragment(this[kSession], size);
};

TLSSocket.prototype.setServername = function(name) {
  validateString(name, 'name');
  if (this._tlsOptions.isServer) throw new ERR_TLS_SNI_FROM_SERVER();
  native.setServerName(this[kSession], name);
};

TLSSocket.prototype.setSession = function(session) {
  if (typeof session === 'string') session = Buffer.from(session, 'latin1');
  if (!isArrayBufferView(session)) throw new ERR_INVALID_ARG_TYPE('session', ['string', 'Buffer'], session);
  try {
    native.setSession(this[kSession], session);
  } catch {
    // A session that can not be read is as good as none.
  }
};

// The error of the peer's certificate, or null.
TLSSocket.prototype.verifyError = function() {
  const found = native.verifyError(this[kSession]);
  return found === undefined ? null : genericNodeError(found[1], { __proto__: null, code: found[0] });
};

TLSSocket.prototype.getPeerCertificate = function(detailed) {
  if (!this._handle) return null;
  const chain = chainOf(native.peerCertificates(this[kSession]));
  if (!detailed) delete chain.issuerCertificate;
  return chain;
};

TLSSocket.prototype.getCertificate = function() {
  if (!this._handle) return null;
  const parts = native.ownCertificate(this[kSession]);
  return parts === undefined ? {} : toLegacyObject(parts);
};

function x509Of(parts) {
  const { X509Certificate } = require('crypto');
  return parts === undefined ? undefined : new X509Certificate(bufferOf(parts.raw));
}

// Each knows its issuer, as far as the peer has shown them.
TLSSocket.prototype.getPeerX509Certificate = function() {
  if (!this._handle) return undefined;
  const chain = native.peerCertificates(this[kSession]);
  const { setIssuer } = require('internal/crypto/x509');
  let issuer;
  for (let i = chain.length - 1; i >= 0; i--) {
    if (!chain[i].isShown) continue;
    const certificate = x509Of(chain[i]);
    if (chain[i].isSelfIssued) issuer = certificate;
    if (issuer !== undefined) setIssuer(certificate, issuer);
    issuer = certificate;
  }
  return issuer;
};

TLSSocket.prototype.getX509Certificate = function() {
  return this._handle ? x509Of(native.ownCertificate(this[kSession])) : undefined;
};

// Shows another key and certificate than those of the context; has no effect once the handshake is past them.
TLSSocket.prototype.setKeyCert = function(context) {
  if (!this._handle) return;
  const secure = context instanceof SecureContext ? context : createSecureContext(context);
  native.useIdentity(this[kSession], nativeContextOf(secure));
};

// Prints the messages of the connection to standard error.
TLSSocket.prototype.enableTrace = function() {
  native.enableTrace(this[kSession]);
};

// What is asked of the session; nothing once the connection is gone.
const question = (ask) => function() {
  return this._handle ? ask(this[kSession], this) : null;
};
const optionalBuffer = (bytes) => (bytes === undefined ? undefined : bufferOf(bytes));

TLSSocket.prototype.getCipher = question((session) => {
  const found = native.cipher(session);
  return found === undefined ? {} : { name: found[0], standardName: found[1], version: found[2] };
});
TLSSocket.prototype.getSharedSigalgs = question((session) => native.sharedSigalgs(session));
TLSSocket.prototype.getEphemeralKeyInfo = question((session, socket) => {
  if (socket._tlsOptions.isServer) return null;
  const key = native.ephemeralKey(session);
  if (key === undefined) {
    // What no curve and no field has a key for: a group of two algorithms.
    const name = native.group(session);
    return name === undefined ? {} : { type: 'TLSGroup', name, size: undefined };
  }
  if (key.kind === 'DH') return { type: 'DH', size: key.bits };
  return { type: 'ECDH', name: key.curve ?? key.kind, size: key.bits };
});
TLSSocket.prototype.getFinished = question((session) => optionalBuffer(native.finished(session)));
TLSSocket.prototype.getPeerFinished = question((session) => optionalBuffer(native.peerFinished(session)));
TLSSocket.prototype.getSession = question((session) => optionalBuffer(native.session(session)));
TLSSocket.prototype.getTLSTicket = question((session) => optionalBuffer(native.ticket(session)));
TLSSocket.prototype.isSessionReused = question((session) => native.isReused(session));
TLSSocket.prototype.getProtocol = question((session) => native.version(session));

module.exports = { TLSSocket };
