// What a server's connection writes by itself, past its socket's stream.
//
// A response that is ended in one piece needs nothing of a stream: its text goes to the handle. While requests are being
// parsed it waits, so that the answers to requests that came together leave together; it is sent before the next
// connection is read, and before anything else is written to the socket. Who listens to the response hears what it would
// hear, in the tick in which it would.
'use strict';

const { ArrayPrototypePush } = primordials;

const { Buffer } = require('internal/buffer/buffer');
const { kOutput } = require('internal/net/socket');
const { touch } = require('internal/net/stream_timeout');

class DirectOutput {
  #socket;
  #write;
  #text = '';
  #list = null;
  #length = 0;
  // A write is under way: until it is done all goes through the stream, which holds back.
  #isBlocked = false;
  #waiting = null;
  // More will come before the end of the turn.
  isHeld = false;

  constructor(socket) {
    this.#socket = socket;
    this.#write = socket.write;
    socket[kOutput] = this;
  }

  get isBlocked() { return this.#isBlocked; }

  // Whether a message may be sent here: nothing of the stream waits, and it is open.
  get isReady() {
    const socket = this.#socket;
    // Whoever has put a `write` of his own there wants to see what is written.
    if (this.#isBlocked || socket._handle === null || socket.connecting || socket.write !== this.#write) return false;
    const state = socket._writableState;
    return state.length === 0 && state.corked === 0 && !state.ending && !state.destroyed && !state.errored;
  }

  // `head` is Latin-1; `length` is that of the body in bytes.
  send(head, body, length) {
    if (body === undefined || length === 0) {
      this.#text += head;
      this.#length += head.length;
    } else if (typeof body === 'string') {
      this.#length += head.length + length;
      if (body.length === length) {
        this.#text += head + body;
      } else {
        this.#text += head;
        this.#add(Buffer.from(body, 'utf8'));
      }
    } else {
      this.#text += head;
      this.#length += head.length + length;
      this.#add(body);
      // The program may write other bytes into it at once.
      this.flush();
      return;
    }
    if (!this.isHeld) this.flush();
  }

  // One entry that was kept for the socket.
  append(data, encoding) {
    if (typeof data === 'string') {
      if (encoding === 'latin1') {
        this.#text += data;
        this.#length += data.length;
        return;
      }
      data = Buffer.from(data, encoding ?? 'utf8');
    }
    this.#length += data.length;
    this.#add(data);
  }

  #add(bytes) {
    const list = this.#list ??= [];
    if (this.#text !== '') {
      ArrayPrototypePush(list, this.#text);
      this.#text = '';
    }
    ArrayPrototypePush(list, bytes);
  }

  flush() {
    if (this.#length === 0) return;
    const length = this.#length;
    let chunks = this.#text;
    if (this.#list !== null) {
      if (chunks !== '') ArrayPrototypePush(this.#list, chunks);
      chunks = this.#list;
      this.#list = null;
    }
    this.#text = '';
    this.#length = 0;
    const socket = this.#socket;
    const handle = socket._handle;
    if (handle === null) return;
    touch(socket);
    const status = handle.write(chunks, length, DirectOutput.#onWritten, this);
    if (status === 1) this.#isBlocked = true;
    else if (status < 0) process.nextTick(destroySocket, socket, status);
  }

  static #onWritten(status, output) { output.#written(status); }

  #written(status) {
    this.#isBlocked = false;
    const socket = this.#socket;
    const list = this.#waiting;
    this.#waiting = null;
    if (status < 0) {
      if (!socket.destroyed) socket.destroy(new (require('internal/errors').errnoException)(status, 'write'));
      return;
    }
    touch(socket);
    if (list !== null) for (let i = 0; i < list.length; i++) list[i]();
  }

  // Calls back when all that was sent has been taken.
  whenWritten(callback) {
    if (this.#isBlocked) ArrayPrototypePush(this.#waiting ??= [], callback);
    else callback();
  }
}

function destroySocket(socket, status) {
  if (!socket.destroyed) socket.destroy(new (require('internal/errors').errnoException)(status, 'write'));
}

module.exports = { DirectOutput };
