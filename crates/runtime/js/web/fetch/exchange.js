// One request over HTTP/1 and its response: writes the head and the body, and passes on what comes back.
'use strict';

const { NumberPrototypeToString, TypeError, TypedArrayPrototypeGetSymbolToStringTag } = primordials;

const { connectionTo } = require('web/fetch/connection');
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
  #isOver = false;

  // `listener`: see web/fetch/connection, and `onUpgrade(connection, names, values)` if the protocol may change.
  constructor(method, listener) {
    this.method = method;
    this.onHead = (status, statusText, names, values) => listener.onHead(status, statusText, names, values);
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

  // `fields`: the lines of the head, each with its line end. `body`: a Body of web/fetch/body or null.
  begin(url, fields, body) {
    try {
      this.#connection = connectionTo(url);
    } catch (error) {
      process.nextTick(this.onError, error);
      return;
    }
    const connection = this.#connection;
    connection.begin(this);
    const { socket } = connection;
    const length = body === null ? null : body.length;
    let head = `${this.method} ${url.pathname}${url.search} HTTP/1.1\r\n${fields}`;
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
    this.#connection?.destroy();
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
