'use strict';

// `Stream`, the oldest stream: an EventEmitter with a `pipe` that only listens to 'data'.
// Every other stream inherits from it, and overrides that `pipe`.

const { ArrayIsArray, FunctionPrototypeCall, ObjectSetPrototypeOf } = primordials;

const EventEmitter = require('events');

const { listenerCount: countListeners } = EventEmitter.prototype;

function Stream(options) {
  EventEmitter.call(this, options);
}
ObjectSetPrototypeOf(Stream.prototype, EventEmitter.prototype);
ObjectSetPrototypeOf(Stream, EventEmitter);

Stream.prototype.pipe = function pipe(destination, options) {
  const source = this;
  let ended = false;

  function onData(chunk) {
    if (destination.writable && destination.write(chunk) === false && source.pause) source.pause();
  }
  function onDrain() {
    if (source.readable && source.resume) source.resume();
  }
  function onEnd() {
    if (ended) return;
    ended = true;
    destination.end();
  }
  function onClose() {
    if (ended) return;
    ended = true;
    if (typeof destination.destroy === 'function') destination.destroy();
  }
  function onError(error) {
    cleanup();
    if (FunctionPrototypeCall(countListeners, this, 'error') === 0) this.emit('error', error);
  }
  function cleanup() {
    source.removeListener('data', onData);
    destination.removeListener('drain', onDrain);
    source.removeListener('end', onEnd);
    source.removeListener('close', onClose);
    source.removeListener('error', onError);
    destination.removeListener('error', onError);
    source.removeListener('end', cleanup);
    source.removeListener('close', cleanup);
    destination.removeListener('close', cleanup);
  }

  source.on('data', onData);
  destination.on('drain', onDrain);
  // A console is never ended by what is piped into it.
  if (!destination._isStdio && (!options || options.end !== false)) {
    source.on('end', onEnd);
    source.on('close', onClose);
  }
  prependListener(source, 'error', onError);
  prependListener(destination, 'error', onError);
  source.on('end', cleanup);
  source.on('close', cleanup);
  destination.on('close', cleanup);
  destination.emit('pipe', source);
  return destination;
};

Stream.prototype.eventNames = function eventNames() {
  const names = [];
  const all = EventEmitter.prototype.eventNames.call(this);
  for (let i = 0; i < all.length; i++) {
    if (FunctionPrototypeCall(countListeners, this, all[i]) > 0) names.push(all[i]);
  }
  return names;
};

// Puts a listener before all others, also on an emitter too old to offer that.
function prependListener(emitter, event, listener) {
  if (typeof emitter.prependListener === 'function') return emitter.prependListener(event, listener);
  if (!emitter._events || !emitter._events[event]) {
    emitter.on(event, listener);
  } else if (ArrayIsArray(emitter._events[event])) {
    emitter._events[event].unshift(listener);
  } else {
    emitter._events[event] = [listener, emitter._events[event]];
  }
  return emitter;
}

module.exports = { Stream, prependListener };
