// Signal events: process.on('SIGINT', …) starts a native watcher with the first listener and stops it
// with the last.
'use strict';

const { SafeMap } = primordials;
const { startSignal, stopSignal, signals } = internalBinding('process');
const { NativeResource, destroy, enter, leave } = require('internal/async_hooks/native_resource');

// By event: { handle, resource }.
const watched = new SafeMap();

class Signal extends NativeResource {
  constructor() { super('SIGNALWRAP'); }
}

function isSignal(event) {
  return typeof event === 'string' && signals[event] !== undefined;
}

function startListening(event) {
  if (!isSignal(event) || watched.has(event)) return;
  // It belongs to whoever listened first.
  const resource = new Signal();
  watched.set(event, { handle: paused.get(event) > 0 ? undefined : start(event, resource), resource });
}

function start(event, resource) {
  const signum = signals[event];
  // A watcher that cannot be had (SIGKILL, SIGSTOP) is an error as Node gives it.
  const handle = startSignal(signum, () => {
    enter(resource);
    process.emit(event, event, signum);
    leave(resource);
  });
  if (typeof handle === 'number' && handle < 0) {
    const { errnoException } = require('internal/errors');
    throw new errnoException(handle, 'uv_signal_start');
  }
  return handle;
}

function stopListening(event) {
  const watcher = watched.get(event);
  if (watcher === undefined || process.listenerCount(event) !== 0) return;
  watched.delete(event);
  if (watcher.handle !== undefined) stopSignal(watcher.handle);
  destroy(watcher.resource);
}

// Lets nobody hear an event for a while. Pauses may nest.
const paused = new SafeMap();

function pause(event) {
  paused.set(event, (paused.get(event) ?? 0) + 1);
  const watcher = watched.get(event);
  if (watcher === undefined || watcher.handle === undefined) return;
  stopSignal(watcher.handle);
  watcher.handle = undefined;
}

function resume(event) {
  const left = paused.get(event) - 1;
  paused.set(event, left);
  const watcher = watched.get(event);
  if (left === 0 && watcher !== undefined && watcher.handle === undefined) watcher.handle = start(event, watcher.resource);
}

function kill(pid, signal) {
  const { codes: { ERR_INVALID_ARG_TYPE, ERR_UNKNOWN_SIGNAL } } = require('internal/errors');
  // eslint-disable-next-line eqeqeq
  if (pid != (pid | 0)) throw new ERR_INVALID_ARG_TYPE('pid', 'number', pid);
  let signum;
  if (signal === (signal | 0)) {
    signum = signal;
  } else {
    signal ||= 'SIGTERM';
    signum = signals[signal];
    if (signum === undefined) throw new ERR_UNKNOWN_SIGNAL(signal);
  }
  const errno = process._kill(pid | 0, signum);
  // A program that has replaced it may give nothing.
  if (errno) {
    const { errnoException } = require('internal/errors');
    throw new errnoException(errno, 'kill');
  }
  return true;
}

module.exports = { isSignal, startListening, stopListening, kill, pause, resume };
