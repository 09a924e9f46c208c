// A server's connection: requests come out of its parser, responses leave in their order.
//
// Requests may come before earlier ones are answered; the response that has the socket is `socket._httpMessage`, those
// after it wait in `outgoing` and keep what is written to them. When one is finished the next gets the socket.
'use strict';

const {
  ArrayPrototypePush,
  ArrayPrototypeShift,
  FunctionPrototypeCall,
  ObjectGetPrototypeOf,
  RegExpPrototypeExec,
  Symbol,
} = primordials;

const { ConnResetException, codes: { ERR_HTTP_SOCKET_ENCODING } } = require('internal/errors');
const { DirectOutput } = require('internal/http/direct_output');
const channels = require('internal/http/channels');
const { dumpMessage, hasEnded, setHead, setUrl } = require('internal/http/incoming_message');
const { kUniqueHeaders } = require('internal/http/outgoing_head');
const { kNeedDrain } = require('internal/http/outgoing_message');
const {
  GO_ON, HTTPParser, KEEPS_ALIVE, NO_UPGRADE, WANTS_UPGRADE, now, validationOf,
} = require('internal/http/parser');
const { attach, detach, forgetSocket } = require('internal/http/server_response');
const { IdleConnections } = require('internal/http/idle_connections');
const perfEntries = require('internal/http/perf_entries');
const kinds = require('internal/http/message_kinds');

const { fields, allMethods } = internalBinding('http');

const kConnection = Symbol('kHttpConnection');

const METHOD = 1;
const VERSION = 2;
const TEXT_START = 3;
const TEXT_END = 4;
const HTTP_1_1 = 0x101;
const HAS_HOST = 128;
const HAS_EXPECT = 256;

const DEFAULT_MAX_HEADERS = 1000;

// Nearly no connection has more than one request at a time: the lists of the others are made when there are any.
const NONE = [];

const continueWord = /(?:^|\W)100-continue(?:$|\W)/i;

class Connection {
  constructor(server, socket) {
    this.server = server;
    this.socket = socket;
    // Its place in the server's list.
    this.previousInServer = null;
    this.nextInServer = null;
    this.outgoing = NONE;
    // The request that is being answered, and those after it.
    this.incoming = null;
    this.laterIncoming = NONE;
    this.outgoingSize = 0;
    this.requestsCount = 0;
    // When it became idle, and for how long it may be; see `idle_connections`.
    this.idleSince = 0;
    this.idleLimit = 0;
    this.isConsumed = false;
    this.output = null;
    const maxHeaders = typeof server.maxHeadersCount === 'number' ? server.maxHeadersCount : DEFAULT_MAX_HEADERS;
    const parser = this.parser = HTTPParser.take(true, validationOf(server), server.maxHeaderSize || 0, maxHeaders);
    parser.socket = socket;
    parser.messageStart = now();
    parser.joinDuplicateHeaders = server.joinDuplicateHeaders;
    parser.owner = this;
    parser.onHead = onHead;
    parser.onExecute = onExecute;
    parser.hold = hold;
    socket.parser = parser;
    // A connection may have come from elsewhere, by `emit('connection')`.
    socket.server = server;
    socket[kConnection] = this;
    server[kinds.kConnections].add(this);
    this.#listen();
  }

  #listen() {
    const { server, socket } = this;
    if (server.timeout && typeof socket.setTimeout === 'function') socket.setTimeout(server.timeout);
    socket.on('timeout', onTimeout);
    socket.on('error', onError);
    socket.on('end', onEnd);
    socket.on('close', onClose);
    socket.on('drain', onDrain);
    socket.on('data', onData);
    socket.on('resume', onResume);
    socket.on('pause', onPause);
    socket._paused = false;
    // Bytes are bytes here.
    socket.setEncoding = refuseEncoding;
    this.#consume();
  }

  // Bytes of a socket go straight into the parser, as long as nobody else wants to see them.
  #consume() {
    const { socket, parser } = this;
    const { Socket } = require('internal/net/socket');
    if (!(socket instanceof Socket) || !socket._handle) return;
    const isPlain = socket.constructor === Socket && socket._handle.number !== undefined;
    const isSecure = socket._handle.isOutermost !== undefined;
    if (!isPlain && !isSecure) return;
    parser.consume(socket._handle);
    this.isConsumed = true;
    if (isPlain) this.output = new DirectOutput(socket);
    socket.on = socket.addListener = watchedOn;
    socket.prependListener = watchedPrependListener;
    socket.pipe = watchedPipe;
  }

  // What comes is being parsed, and the answers to it wait for one another; or no more.
  hold(isHeld) {
    if (this.output === null) return;
    this.output.isHeld = isHeld;
    if (!isHeld) this.#send();
  }

  // A head has come: makes the request and its response. Answers what is to be done with what follows.
  onHead(head, flags) {
    const { server, socket, parser } = this;
    this.idleSince = 0;
    const version = fields[VERSION];
    const req = new server[kinds.kIncomingMessage](socket);
    req.httpVersionMajor = version >> 8;
    req.httpVersionMinor = version & 255;
    req.httpVersion = version === HTTP_1_1 ? '1.1' : `${version >> 8}.${version & 255}`;
    req.method = allMethods[fields[METHOD]];
    setHead(req, head, 0);
    setUrl(req, fields[TEXT_START], fields[TEXT_END]);
    if (parser.joinDuplicateHeaders) req.joinDuplicateHeaders = true;
    req.upgrade = (flags & WANTS_UPGRADE) !== 0;
    parser.incoming = req;
    if (req.upgrade) {
      req.upgrade = req.method === 'CONNECT' || !!server.shouldUpgradeCallback(req);
      // A body comes before what is not HTTP.
      if (req.upgrade) return GO_ON;
    }
    const decision = (flags & WANTS_UPGRADE) !== 0 ? NO_UPGRADE : GO_ON;
    if (this.incoming === null) this.incoming = req;
    else if (this.laterIncoming === NONE) this.laterIncoming = [req];
    else ArrayPrototypePush(this.laterIncoming, req);
    if (!socket._paused && (socket.writableNeedDrain || this.outgoingSize >= socket.writableHighWaterMark)) {
      // Nobody reads what is answered: no more questions for the moment.
      socket._paused = true;
      socket.pause();
    }
    this.#answer(req, version, flags);
    return decision;
  }

  #answer(req, version, flags) {
    const { server, socket } = this;
    const res = new server[kinds.kServerResponse](req, server.rejectNonStandardBodyWrites ? {
      highWaterMark: socket.writableHighWaterMark, rejectNonStandardBodyWrites: true,
    } : undefined);
    res._keepAliveTimeout = server.keepAliveTimeout;
    res._maxRequestsPerSocket = server.maxRequestsPerSocket;
    res.shouldKeepAlive = (flags & KEEPS_ALIVE) !== 0;
    res.onFinished = onResponseFinished;
    if (server[kUniqueHeaders] !== null) res[kUniqueHeaders] = server[kUniqueHeaders];
    if (perfEntries.observed.any) perfEntries.begin(res);
    if (channels.onResponseCreated.hasSubscribers) channels.onResponseCreated.publish({ request: req, response: res });
    if (channels.onRequestStart.hasSubscribers) {
      channels.onRequestStart.publish({ request: req, response: res, socket, server });
    }
    if (socket._httpMessage) {
      res._onPendingData = (size) => this.#pendingData(size);
      if (this.outgoing === NONE) this.outgoing = [res];
      else ArrayPrototypePush(this.outgoing, res);
    } else {
      attach(res, socket, this.output);
    }

    if (version === HTTP_1_1) {
      const limit = server.maxRequestsPerSocket;
      const isLimited = typeof limit === 'number' && limit > 0;
      if (isLimited) {
        this.requestsCount++;
        res.maxRequestsOnConnectionReached = limit <= this.requestsCount;
      }
      if (server.requireHostHeader && (flags & HAS_HOST) === 0) {
        res.writeHead(400, ['Connection', 'close']);
        res.end();
        return;
      }
      if (isLimited && limit < this.requestsCount) {
        server.emit('dropRequest', req, socket);
        res.writeHead(503);
        res.end();
        return;
      }
      if ((flags & HAS_EXPECT) !== 0) {
        this.#expectation(req, res);
        return;
      }
    }
    server.emit('request', req, res);
  }

  #expectation(req, res) {
    const { server } = this;
    if (RegExpPrototypeExec(continueWord, req.headers.expect) !== null) {
      res._expect_continue = true;
      if (server.listenerCount('checkContinue') > 0) {
        server.emit('checkContinue', req, res);
      } else {
        res.writeContinue();
        server.emit('request', req, res);
      }
    } else if (server.listenerCount('checkExpectation') > 0) {
      server.emit('checkExpectation', req, res);
    } else {
      res.writeHead(417);
      res.end();
    }
  }

  // The first of what was asked for and not answered.
  #takeIncoming() {
    const req = this.incoming;
    this.incoming = this.laterIncoming.length === 0 ? null : ArrayPrototypeShift(this.laterIncoming);
    return req;
  }

  #pendingData(size) {
    this.outgoingSize += size;
    const { socket } = this;
    if (socket._paused && this.outgoingSize < socket.writableHighWaterMark) this.drained();
  }

  // A response has gone out.
  responseFinished(req, res) {
    const { server, socket } = this;
    if (channels.onResponseFinish.hasSubscribers) {
      channels.onResponseFinish.publish({ request: req, response: res, socket, server });
    }
    if (perfEntries.observed.any) perfEntries.reportServer(req, res);
    this.#takeIncoming();
    // Nobody has read the body: what still comes of it goes nowhere.
    if (!req._consuming) dumpMessage(req);
    detach(res, socket);
    const { parser } = this;
    if (parser.incoming === req) {
      if (hasEnded(req)) parser.incoming = null;
      else req.on('end', forget);
    }
    if (res._events === undefined) {
      res.destroyed = true;
      res._closed = true;
    } else {
      process.nextTick(emitClose, res);
    }
    if (res._last) {
      this.output?.flush();
      if (typeof socket.destroySoon === 'function') socket.destroySoon();
      else socket.end();
    } else if (this.outgoing.length === 0) {
      const limitMs = IdleConnections.limitMs(server);
      if (limitMs > 0) server[kinds.kIdle].add(this, limitMs);
    } else {
      attach(ArrayPrototypeShift(this.outgoing), socket, this.output);
    }
    this.#send();
  }

  // What is ready leaves, unless the next answer is ready as well and will be added to it.
  #send() {
    const { output, outgoing } = this;
    if (output === null || output.isHeld) return;
    const message = this.socket._httpMessage;
    if (outgoing.length === 0 || !message?.finished || !outgoing[0].finished) output.flush();
  }

  // All of an input has been parsed: `result` is the number of bytes taken, or what was wrong. `bytes` is the input, if it
  // came by way of the socket.
  onExecute(result, bytes) {
    const { socket, parser } = this;
    if (this.idleSince !== 0 && parser.state !== 0) this.idleSince = 0;
    if (typeof result !== 'number') {
      result.rawPacket = bytes ?? parser.packet();
      this.fail(result);
      return;
    }
    const req = parser.incoming;
    if (req !== null && req.upgrade && req.complete && parser.number !== 0) this.#upgrade(req);
    if (socket._paused && socket.parser) socket.pause();
  }

  #upgrade(req) {
    const { server, socket, parser } = this;
    const rest = parser.rest();
    const event = req.method === 'CONNECT' ? 'connect' : 'upgrade';
    this.leave();
    if (server.listenerCount(event) > 0) {
      socket.readableFlowing = null;
      server.emit(event, req, socket, rest);
    } else {
      socket.destroy();
    }
  }

  // The connection becomes the program's.
  leave() {
    const { socket, parser, server } = this;
    unconsume(socket);
    delete socket.setEncoding;
    socket.removeListener('data', onData);
    socket.removeListener('end', onEnd);
    socket.removeListener('close', onClose);
    forgetSocket(socket);
    socket.removeListener('drain', onDrain);
    socket.removeListener('error', onError);
    socket.removeListener('timeout', onTimeout);
    socket.removeListener('resume', onResume);
    socket.removeListener('pause', onPause);
    server[kinds.kConnections].delete(this);
    parser.free();
  }

  // Something is wrong with what came, or with the connection.
  fail(error) {
    const { server, socket } = this;
    socket.removeListener('error', onError);
    if (socket.listenerCount('error', ignore) === 0) socket.on('error', ignore);
    if (server.emit('clientError', error, socket)) return;
    const message = socket._httpMessage;
    // An answer that has begun is not cut into.
    if (socket.writable && (!message || !message._headerSent)) socket.write(answerTo(error), 'latin1');
    socket.destroy(error);
  }

  ended() {
    const { server, socket, parser } = this;
    const error = parser.finish();
    if (error !== undefined) {
      this.fail(error);
      return;
    }
    if (!server.httpAllowHalfOpen) {
      socket.end();
    } else if (this.outgoing.length > 0) {
      this.outgoing[this.outgoing.length - 1]._last = true;
    } else if (socket._httpMessage) {
      socket._httpMessage._last = true;
    } else {
      socket.end();
    }
  }

  // What was asked for and not answered is over. The response whose turn it is hears of it from the socket.
  closed() {
    const { server, parser, outgoing } = this;
    parser.free();
    server[kinds.kConnections].delete(this);
    while (this.incoming !== null) this.#takeIncoming().destroy(new ConnResetException('aborted'));
    while (outgoing.length > 0) {
      const res = ArrayPrototypeShift(outgoing);
      res.destroy(new ConnResetException('aborted'));
      process.nextTick(emitClose, res);
    }
  }

  drained() {
    const { socket } = this;
    if (socket._paused && this.outgoingSize <= socket.writableHighWaterMark) {
      socket._paused = false;
      socket.resume();
    }
    const message = socket._httpMessage;
    if (message && !message.finished && message[kNeedDrain]) {
      message[kNeedDrain] = false;
      message.emit('drain');
    }
  }

  // It has been idle for too long.
  timedOut() {
    const { server, socket, parser } = this;
    const req = parser.incoming;
    const isHeard = !!(req && !req.complete && req.emit('timeout', socket));
    const message = socket._httpMessage;
    const isResponseHeard = !!(message && message.emit('timeout', socket));
    if (!server.emit('timeout', socket) && !isHeard && !isResponseHeard) socket.destroy();
  }
}

// What parsers call.

function onHead(head, flags) {
  return this.owner.onHead(head, flags);
}

function onExecute(connection, result) {
  connection.onExecute(result, undefined);
}

function hold(connection, isHeld) {
  connection.hold(isHeld);
}

// Listeners of sockets.

function onData(bytes) {
  const connection = this[kConnection];
  connection.onExecute(connection.parser.execute(bytes), bytes);
}

function onEnd() {
  this[kConnection].ended();
}

function onClose() {
  this[kConnection].closed();
}

function onDrain() {
  this[kConnection].drained();
}

function onError(error) {
  this[kConnection].fail(error);
}

function onTimeout() {
  this[kConnection].timedOut();
}

// Methods of a socket whose bytes nobody else has wanted to see.

function watchedOn(event, listener) {
  if (event === 'data' || event === 'readable') unconsume(this);
  return FunctionPrototypeCall(ObjectGetPrototypeOf(this).on, this, event, listener);
}

function watchedPrependListener(event, listener) {
  if (event === 'data' || event === 'readable') unconsume(this);
  return FunctionPrototypeCall(ObjectGetPrototypeOf(this).prependListener, this, event, listener);
}

function watchedPipe(destination, options) {
  unconsume(this);
  return FunctionPrototypeCall(ObjectGetPrototypeOf(this).pipe, this, destination, options);
}

function answerTo({ code }) {
  const line = code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' :
    code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW' ? '413 Payload Too Large' :
      code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request';
  return `HTTP/1.1 ${line}\r\nConnection: close\r\n\r\n`;
}

function ignore() {}

// The parser does not keep a request that is over.
function forget() {
  const parser = this.socket?.parser;
  if (parser?.incoming === this) parser.incoming = null;
}

function refuseEncoding() {
  throw new ERR_HTTP_SOCKET_ENCODING();
}

function emitClose(res) {
  if (res._closed) return;
  res.destroyed = true;
  res._closed = true;
  res.emit('close');
}

function onResponseFinished() {
  this.socket?.[kConnection]?.responseFinished(this.req, this);
}

function unconsume(socket) {
  const connection = socket[kConnection];
  if (!connection?.isConsumed) return;
  connection.isConsumed = false;
  connection.parser.unconsume();
  delete socket.on;
  delete socket.addListener;
  delete socket.prependListener;
  delete socket.pipe;
}

function onResume() {
  if (this._paused) {
    this.pause();
    return;
  }
  const handle = this._handle;
  if (handle && !handle.reading) {
    handle.reading = true;
    handle.readStart();
  }
}

function onPause() {
  const handle = this._handle;
  if (handle?.reading) {
    handle.reading = false;
    handle.readStop();
  }
}

module.exports = { Connection };
