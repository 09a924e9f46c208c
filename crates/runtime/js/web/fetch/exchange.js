// One request over HTTP/1 and its response: writes the head and the body, and passes on what comes back.
'use strict';

const { NumberPrototypeToString, RegExpPrototypeExec, TypeError, TypedArrayPrototypeGetSymbolToStringTag } = primordials;

const { connectTo } = require('web/fetch/connection');
const { acquireReader, cancel, read, release } = require('web/streams/readable_state');

class Exchange {
  method;
  isSent = false;
  onHead;
  onBody;
  onEnd;
  onError;
  onUpgrade;
  #connection = null;
  #reader = null;
  #isProxied = false;
  #way = undefined; // What leads to the connection while there is none.
  #isOver = false;

  // `listener`: see web/fetch/connection, and `onUpgrade(connection, names, values)` if the protocol may change.
  constructor(method, listener) {
    this.method = method;
    this.onHead = (status, statusText, names, values) => {
      if (status === 407 && this.#isProxied) this.#refuse();
      else listener.onHead(status, statusText, names, values);
    };
    this.onBody = (bytes) => listener.onBody(bytes);
    this.onEnd = () => this.#finish(() => listener.onEnd());
    this.onError = (error) => this.#finish(() => listener.onError(error));
    this.onUpgrade = (connection, names, values) => {
      if (listener.onUpgrade === undefined) {
        const { SocketError } = require('web/fetch/client_errors');
        throw new SocketError('bad upgrade', connection.socket);
      }
      listener.onUpgrade(connection, names, values);
    };
  }

  // `first`: the lines of the head that are about the connection, each with its line end; `fields`: those after them.
  // `body`: a Body of web/fetch/body or null.
  begin(url, first, fields, body) {
    try {
      const proxy = require('web/fetch/proxy').proxyFor(url);
      if (proxy !== null && RegExpPrototypeExec(/^proxy-authorization:/im, fields) !== null) {
        const { InvalidArgumentError } = require('web/fetch/client_errors');
        throw new InvalidArgumentError('Proxy-Authorization should be sent in ProxyAgent constructor');
      }
      this.#way = connectTo(url, proxy, (error, connection) => {
        this.#way = undefined;
        if (error) this.onError(error);
        else if (this.#isOver) connection.destroy();
        else this.#ask(connection, url, proxy, first, fields, body);
      });
    } catch (error) {
      process.nextTick(this.onError, error);
    }
  }

  #ask(connection, url, proxy, first, fields, body) {
    this.#connection = connection;
    connection.begin(this);
    const { socket } = connection;
    let target = `${url.pathname}${url.search}`;
    if (proxy !== null && url.protocol === 'http:') {
      this.#isProxied = true;
      target = `${url.origin}${target}`;
      if (proxy.authorization !== undefined) first += `proxy-authorization: ${proxy.authorization}\r\n`;
    }
    const length = body === null ? null : body.length;
    let head = `${this.method} ${target} HTTP/1.1\r\n${first}${fields}`;
    if (body === null) {
      const mayHaveBody = this.method === 'POST' || this.method === 'PUT' || this.method === 'PATCH';
      head += mayHaveBody ? 'content-length: 0\r\n\r\n' : '\r\n';
      this.isSent = true;
      socket.write(head, 'latin1');
    } else if (length !== null) {
      head += `content-length: ${length}\r\n\r\n`;
      this.isSent = true;
      socket.cork();
      socket.write(head, 'latin1');
      if (length > 0) socket.write(body.toBytes());
      socket.uncork();
      body.isRead = true;
    } else {
      socket.write(`${head}transfer-encoding: chunked\r\n\r\n`, 'latin1');
      this.#send(body.toStream(), socket);
    }
  }

  pause() {
    this.#connection?.pause();
  }

  resume() {
    this.#connection?.resume();
  }

  // Nobody wants the response any more.
  abort(reason) {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#dropBody(reason);
    this.#way?.destroy();
    this.#connection?.destroy();
  }

  // The proxy wants to know who asks, which is for whoever named it to say.
  #refuse() {
    const { InvalidArgumentError } = require('web/fetch/client_errors');
    this.#connection.destroy();
    this.onError(new InvalidArgumentError('Proxy Authentication Required (407)'));
  }

  #finish(tell) {
    if (this.#isOver) return;
    this.#isOver = true;
    if (!this.isSent) this.#dropBody(new TypeError('The request is over'));
    tell();
  }

  #dropBody(reason) {
    const reader = this.#reader;
    this.#reader = null;
    if (reader?.stream === undefined || this.isSent) return;
    const { quiet } = require('web/streams/promises');
    quiet(cancel(reader.stream, reason));
    release(reader);
  }

  // Chunk by chunk, no faster than the socket takes them.
  #send(stream, socket) {
    const reader = this.#reader = acquireReader(stream);
    const request = {
      __proto__: null,
      chunk: (chunk) => {
        if (this.#isOver) return;
        if (TypedArrayPrototypeGetSymbolToStringTag(chunk) !== 'Uint8Array') {
          request.error(new TypeError('Received non-Uint8Array chunk'));
          return;
        }
        if (chunk.byteLength === 0) {
          process.nextTick(next);
          return;
        }
        socket.cork();
        socket.write(`${NumberPrototypeToString(chunk.byteLength, 16)}\r\n`, 'latin1');
        socket.write(chunk);
        const goesOn = socket.write('\r\n', 'latin1');
        socket.uncork();
        if (goesOn) process.nextTick(next);
        else socket.once('drain', next);
      },
      close: () => {
        if (this.#isOver) return;
        this.isSent = true;
        socket.write('0\r\n\r\n', 'latin1');
      },
      error: (error) => {
        if (this.#isOver) return;
        this.#connection.destroy();
        this.onError(error);
      },
    };
    const next = () => {
      if (!this.#isOver && reader.stream !== undefined) read(reader, request);
    };
    next();
  }
}

module.exports = { Exchange };
