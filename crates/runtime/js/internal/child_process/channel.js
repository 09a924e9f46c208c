// A channel between a process and its child: what `fork` gives both of them.
//
// `setupChannel` makes a target, a ChildProcess or `process`, one end: `send`, `disconnect`, `connected`, `channel`, and the
// events 'message' and 'disconnect'. Messages of the runtime itself have a `cmd` that begins with NODE_ and are the event
// 'internalMessage'. Every message is an event in a tick of its own.
//
// A handle travels with its message. Until the other side has said that it arrived (NODE_HANDLE_ACK), whatever is sent waits
// in `_handleQueue`, so that the order is kept; if it did not arrive (NODE_HANDLE_NACK) it is sent again, a few times.
'use strict';

const { ArrayPrototypePush, FunctionPrototypeCall, ObjectFreeze, ReflectApply, StringPrototypeStartsWith, Symbol } = primordials;

const EventEmitter = require('events');
const {
  codes: { ERR_INVALID_ARG_TYPE, ERR_IPC_CHANNEL_CLOSED, ERR_IPC_DISCONNECTED, ERR_MISSING_ARGS },
  errnoException,
} = require('internal/errors');
const { validateObject } = require('internal/validators');
const { framingOf } = require('internal/child_process/framing');
const { Pipe, TCP } = require('internal/streams/handle');
const native = internalBinding('streams');

const kPendingMessages = Symbol('kPendingMessages');
const kEnd = Symbol('kChannelHandle');

const MAX_QUEUED_BYTES = 128 * 1024;
const MAX_RETRANSMISSIONS = 3;
const PREFIX = 'NODE_';

// Those of a message that was sent without any.
const plainOptions = ObjectFreeze({ __proto__: null, swallowErrors: false });

// What programs see of a channel. Whether it keeps the process alive is counted, until a program says it itself.
class Control extends EventEmitter {
  #pipe;
  #count = 0;
  #isDecided = false;
  [kPendingMessages] = [];

  constructor(pipe) {
    super();
    this.#pipe = pipe;
  }

  refCounted() {
    if (++this.#count === 1 && !this.#isDecided) this.#pipe.ref();
  }

  unrefCounted() {
    if (--this.#count === 0 && !this.#isDecided) {
      this.#pipe.unref();
      this.emit('unref');
    }
  }

  ref() {
    this.#isDecided = true;
    this.#pipe.ref();
  }

  unref() {
    this.#isDecided = true;
    this.#pipe.unref();
  }

  get fd() {
    return this.#pipe.fd;
  }
}

// One end: the pipe, its framing, and what is under way.
class ChannelEnd {
  constructor(target, pipe, serialization) {
    this.target = target;
    this.pipe = pipe;
    this.framing = framingOf(pipe, serialization);
    this.control = new Control(pipe);
  }

  start() {
    const { pipe, target } = this;
    native.passHandles(pipe.number);
    pipe.onread = (chunk) => this.#read(chunk);
    pipe.reading = true;
    pipe.readStart();
    target.on('internalMessage', (message, handle) => this.#onInternalMessage(message, handle));
    target.on('newListener', () => {
      process.nextTick(() => this.#deliverWaiting());
    });
  }

  #read(chunk) {
    const { pipe, target } = this;
    if (chunk === null || typeof chunk === 'number') {
      // The other side is gone, and so is what was left of a message.
      this.framing = undefined;
      if (target.connected) target.disconnect();
      // Handles that wait hold 'disconnect' back, for ever now, but there is no channel any more.
      target.channel = null;
      pipe.onread = ignore;
      pipe.close();
      target._channel = null;
      target.emit(kEnd);
      return;
    }
    // Of lines, as long as none is whole, there is nothing to see.
    if (chunk !== false) this.framing.decode(chunk, this.#receive);
  }

  #receive = (message) => {
    const isOwn = isInternal(message);
    const handle = isOwn && message.cmd === 'NODE_HANDLE' ? takeHandle(this.pipe) : undefined;
    this.#deliver(message, handle, isOwn);
  };

  #deliver(message, handle, isOwn) {
    if (!this.target.channel) {
      handle?.close?.();
      return;
    }
    process.nextTick(() => this.#emit(isOwn ? 'internalMessage' : 'message', message, handle));
  }

  // A program that listens late gets what has come.
  #emit(event, message, handle) {
    const { control, target } = this;
    if (event === 'internalMessage' || target.listenerCount('message') > 0) {
      target.emit(event, message, handle);
      return;
    }
    ArrayPrototypePush(control[kPendingMessages], [event, message, handle]);
  }

  #deliverWaiting() {
    const { control, target } = this;
    if (!target.channel || target.listenerCount('message') === 0) return;
    const waiting = control[kPendingMessages];
    control[kPendingMessages] = [];
    for (let i = 0; i < waiting.length; i++) ReflectApply(target.emit, target, waiting[i]);
  }

  #onInternalMessage(message, handle) {
    const { target } = this;
    switch (message.cmd) {
      case 'NODE_HANDLE_ACK':
        this.#settlePending();
        this.#sendQueued();
        break;
      case 'NODE_HANDLE_NACK':
        if (target._pendingMessage !== null && target._pendingMessage.retransmissions++ === MAX_RETRANSMISSIONS) {
          this.#settlePending();
          process.emitWarning(
            'Handle did not reach the receiving process correctly', 'SentHandleNotReceivedWarning');
        }
        this.#sendQueued();
        break;
      case 'NODE_HANDLE': {
        if (handle === undefined) {
          target._send({ cmd: 'NODE_HANDLE_NACK' }, null, true);
          return;
        }
        target._send({ cmd: 'NODE_HANDLE_ACK' }, null, true);
        const kind = require('internal/child_process/sent_handles').kinds[message.type];
        kind.receive(target, message, handle, (object) => {
          this.#deliver(message.msg, object, isInternal(message.msg));
        });
      }
    }
  }

  // The handle has arrived, or is given up: ours is closed.
  #settlePending() {
    const { target } = this;
    if (target._pendingMessage === null) return;
    target._pendingMessage.handle.close();
    target._pendingMessage = null;
  }

  #sendQueued() {
    const { target } = this;
    const queue = target._handleQueue;
    target._handleQueue = null;
    const again = target._pendingMessage;
    if (again !== null) {
      const written = this.#write(again.message, again.handle, ignore);
      if (written >= 0) target._handleQueue = [];
    }
    for (let i = 0; i < queue?.length; i++) {
      const { message, handle, options, callback } = queue[i];
      target._send(message, handle, options, callback);
    }
    if (!target.connected && target.channel && target._handleQueue === null) target._disconnect();
  }

  // 0: written; 1: `done(status)` will tell; negative: an errno.
  #write(message, handle, done) {
    if (!handle) return this.framing.write(this.pipe, message, done);
    return this.pipe.writeWith(this.framing.encode(message), handle, done);
  }

  send(message, handle, options, callback) {
    const { control, pipe, target } = this;
    checkMessage(message);
    if (typeof options === 'boolean') options = { __proto__: null, swallowErrors: options };
    options ??= {};
    let kind;
    if (handle) {
      const { kindOf, kinds } = require('internal/child_process/sent_handles');
      const type = kindOf(handle);
      if (target._handleQueue !== null) return this.#wait(message, handle, options, callback);
      kind = kinds[type];
      const whole = { cmd: 'NODE_HANDLE', type, msg: message };
      handle = kind.send(whole, handle, options, target);
      // A socket that has gone already: the message goes alone.
      if (handle) message = whole;
    } else if (target._handleQueue !== null &&
               message?.cmd !== 'NODE_HANDLE_ACK' && message?.cmd !== 'NODE_HANDLE_NACK') {
      return this.#wait(message, null, options, callback);
    }

    const status = this.#write(message, handle, () => {
      control.unrefCounted();
      if (typeof callback === 'function') callback(null);
    });
    if (status < 0) {
      kind?.sent?.(message, handle, options, callback);
      if (!options.swallowErrors) this.#fail(new errnoException(status, 'write'), callback);
      return pipe.writeQueueSize < MAX_QUEUED_BYTES;
    }
    if (handle) {
      target._handleQueue ??= [];
      kind.sent?.(message, handle, options, callback, target);
    }
    if (status === 0) {
      // All is written, so nothing waits.
      if (typeof callback === 'function') process.nextTick(callback, null);
      return true;
    }
    control.refCounted();
    return pipe.writeQueueSize < MAX_QUEUED_BYTES;
  }

  #wait(message, handle, options, callback) {
    const queue = this.target._handleQueue;
    ArrayPrototypePush(queue, { callback, handle, options, message });
    return queue.length === 1;
  }

  #fail(error, callback) {
    failLater(this.target, error, callback);
  }

  disconnect() {
    const { pipe, target } = this;
    // From here on it is not connected, whatever is still to be read.
    target.channel = null;
    this.#settlePending();
    let isDone = false;
    const finish = () => {
      if (isDone) return;
      isDone = true;
      pipe.close();
      target.emit('disconnect');
    };
    // A message that has begun to arrive is waited for.
    if (this.framing?.isWithin) {
      target.once('message', finish);
      target.once('internalMessage', finish);
      return;
    }
    process.nextTick(finish);
  }
}

function failLater(target, error, callback) {
  if (typeof callback === 'function') process.nextTick(callback, error);
  else process.nextTick(() => target.emit('error', error));
}

function ignore() {}

function isInternal(message) {
  return message !== null && typeof message === 'object' && typeof message.cmd === 'string' &&
    message.cmd.length > PREFIX.length && StringPrototypeStartsWith(message.cmd, PREFIX);
}

// What can not be said is refused here, where the mistake is.
function checkMessage(message) {
  if (message === undefined) throw new ERR_MISSING_ARGS('message');
  const type = typeof message;
  if (type !== 'string' && type !== 'object' && type !== 'number' && type !== 'boolean') {
    throw new ERR_INVALID_ARG_TYPE('message', ['string', 'object', 'number', 'boolean'], message);
  }
}

// What came along with the message that has just been read.
function takeHandle(pipe) {
  const taken = native.takeHandle(pipe.number);
  if (taken === undefined) return undefined;
  const { 0: type, 1: number } = taken;
  switch (type) {
    case 'TCP': return new TCP(number);
    case 'PIPE': return new Pipe(number);
    case 'UDP': return require('internal/dgram/handle').UDP.receive(number);
    default: return undefined;
  }
}

// Makes `target` an end of the channel over `pipe`. Gives its control.
function setupChannel(target, pipe, serialization) {
  const end = new ChannelEnd(target, pipe, serialization);
  target.channel = end.control;
  target._handleQueue = null;
  target._pendingMessage = null;

  target.send = function send(message, handle, options, callback) {
    if (typeof handle === 'function') {
      callback = handle;
      handle = undefined;
      options = undefined;
    } else if (typeof options === 'function') {
      callback = options;
      options = undefined;
    } else if (options !== undefined) {
      validateObject(options, 'options');
    }
    // Only what sends a handle writes to them.
    options = options === undefined && !handle ? plainOptions : { __proto__: null, swallowErrors: false, ...options };
    if (this.connected) return this._send(message, handle, options, callback);
    failLater(this, new ERR_IPC_CHANNEL_CLOSED(), callback);
    return false;
  };

  target._send = function _send(message, handle, options, callback) {
    return FunctionPrototypeCall(end.send, end, message, handle, options, callback);
  };

  target.connected = true;

  target.disconnect = function disconnect() {
    if (!this.connected) {
      this.emit('error', new ERR_IPC_DISCONNECTED());
      return;
    }
    this.connected = false;
    // Handles that wait go first.
    if (this._handleQueue === null) this._disconnect();
  };

  target._disconnect = function _disconnect() {
    end.disconnect();
  };

  end.start();
  return end.control;
}

module.exports = { kEnd, setupChannel };
