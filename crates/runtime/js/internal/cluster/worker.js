// cluster.Worker: one worker, as the primary knows it and as it knows itself. What differs between the two is added by
// `internal/cluster/primary` and `internal/cluster/child`.
//
// Both sides speak in messages `{ cmd: 'NODE_CLUSTER', act, seq, ... }`; an answer has the number of its question in `ack`.
'use strict';

const { FunctionPrototypeCall, ObjectSetPrototypeOf, ReflectApply, SafeMap } = primordials;

const EventEmitter = require('events');

const COMMAND = 'NODE_CLUSTER';

function Worker(options) {
  if (!(this instanceof Worker)) return new Worker(options);
  FunctionPrototypeCall(EventEmitter, this);
  if (options === null || typeof options !== 'object') options = {};
  this.exitedAfterDisconnect = undefined;
  this.state = options.state || 'none';
  this.id = options.id | 0;
  if (options.process) {
    this.process = options.process;
    this.process.on('error', (code, signal) => this.emit('error', code, signal));
    this.process.on('message', (message, handle) => this.emit('message', message, handle));
  }
}
ObjectSetPrototypeOf(Worker.prototype, EventEmitter.prototype);
ObjectSetPrototypeOf(Worker, EventEmitter);

Worker.prototype.kill = function kill() {
  ReflectApply(this.destroy, this, arguments);
};

Worker.prototype.send = function send() {
  return ReflectApply(this.process.send, this.process, arguments);
};

Worker.prototype.isDead = function isDead() {
  return this.process.exitCode != null || this.process.signalCode != null;
};

Worker.prototype.isConnected = function isConnected() {
  return this.process.connected;
};

// Who waits for which answer.
const waiting = new SafeMap();
let lastNumber = 0;

// False if nobody is there to hear it.
function tell(process, message, handle, onAnswer) {
  if (!process.connected) return false;
  const seq = lastNumber++;
  if (onAnswer !== undefined) waiting.set(seq, onAnswer);
  return process.send({ cmd: COMMAND, ...message, seq }, handle);
}

// Calls the one who waits for an answer, or else `onMessage(message, handle)`.
function hear(process, onMessage) {
  process.on('internalMessage', (message, handle) => {
    if (message.cmd !== COMMAND) return;
    const onAnswer = message.ack === undefined ? undefined : waiting.get(message.ack);
    if (onAnswer === undefined) {
      onMessage(message, handle);
    } else {
      waiting.delete(message.ack);
      onAnswer(message, handle);
    }
  });
}

module.exports = { Worker, hear, tell };
