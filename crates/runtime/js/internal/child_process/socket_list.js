// Sockets that a server has given to another process: each side knows how many are open there, and when the last has gone.
//
// `Sent` is the server's side, a member of `server._workers`; `Received` is that of the process that has them. They speak in
// messages of the channel, with the server's key.
'use strict';

const { SafeWeakMap } = primordials;

const EventEmitter = require('events');
const { codes: { ERR_CHILD_CLOSED_BEFORE_REPLY } } = require('internal/errors');

class Sent extends EventEmitter {
  constructor(child, key) {
    super();
    this.key = key;
    this.child = child;
    child.once('exit', () => this.emit('exit', this));
  }

  #ask(message, reply, options, callback) {
    if (!this.child.connected) {
      callback(undefined, this);
      return;
    }
    // It will not answer any more.
    const onClosed = () => {
      this.child.removeListener('internalMessage', onReply);
      callback(new ERR_CHILD_CLOSED_BEFORE_REPLY());
    };
    const onReply = (answer) => {
      if (!(answer.cmd === reply && answer.key === this.key)) return;
      this.child.removeListener('disconnect', onClosed);
      this.child.removeListener('internalMessage', onReply);
      callback(null, answer);
    };
    this.child.once('disconnect', onClosed);
    this.child.on('internalMessage', onReply);
    this.child._send(message, undefined, options);
  }

  // A child that is gone has no socket left, which is all that is waited for.
  close(callback) {
    this.#ask({ cmd: 'NODE_SOCKET_NOTIFY_CLOSE', key: this.key }, 'NODE_SOCKET_ALL_CLOSED', { swallowErrors: true }, callback);
  }

  getConnections(callback) {
    this.#ask({ cmd: 'NODE_SOCKET_GET_COUNT', key: this.key }, 'NODE_SOCKET_COUNT', { swallowErrors: false }, (error, answer) => {
      if (error) callback(error);
      else callback(null, answer.count ?? 0);
    });
  }
}

class Received extends EventEmitter {
  constructor(child, key) {
    super();
    this.connections = 0;
    this.key = key;
    this.child = child;
    child.on('internalMessage', (message) => {
      if (message.key !== this.key) return;
      if (message.cmd === 'NODE_SOCKET_NOTIFY_CLOSE') {
        if (this.connections === 0) this.#tell({ cmd: 'NODE_SOCKET_ALL_CLOSED', key: this.key });
        else this.once('empty', () => this.#tell({ cmd: 'NODE_SOCKET_ALL_CLOSED', key: this.key }));
      } else if (message.cmd === 'NODE_SOCKET_GET_COUNT') {
        this.#tell({ cmd: 'NODE_SOCKET_COUNT', key: this.key, count: this.connections });
      }
    });
  }

  #tell(message) {
    if (this.child.connected) this.child._send(message, undefined, true);
  }

  add(socket) {
    this.connections++;
    socket.once('close', () => {
      this.connections--;
      if (this.connections === 0) this.emit('empty', this);
    });
  }
}

// By the end of the channel, then by the server's key; a list is made when it is first asked for.
const receivedLists = new SafeWeakMap();
const sentLists = new SafeWeakMap();

function listOf(lists, Class, target, key, onMade) {
  let ofTarget = lists.get(target);
  if (ofTarget === undefined) lists.set(target, ofTarget = { __proto__: null });
  if (ofTarget[key] === undefined) {
    ofTarget[key] = new Class(target, key);
    onMade?.(ofTarget[key]);
  }
  return ofTarget[key];
}

const received = (target, key) => listOf(receivedLists, Received, target, key);
const sent = (target, key, onMade) => listOf(sentLists, Sent, target, key, onMade);

module.exports = { received, sent };
