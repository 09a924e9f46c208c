// watchFile and unwatchFile: a file that is looked at again and again. One watcher for each path, whoever listens.
'use strict';

const { FunctionPrototypeCall, ObjectSetPrototypeOf, SafeMap } = primordials;

const EventEmitter = require('events');
const { NativeResource, destroy, enter, leave } = require('internal/async_hooks/native_resource');
const { hold, letGo } = require('internal/process/active');
const { pathOf } = require('internal/fs/arguments');
const { validateFunction } = require('internal/validators');
const { statsOf } = require('internal/fs/stats');
const native = internalBinding('fs');

const DEFAULT_INTERVAL_MS = 5007;

class StatPoll extends NativeResource {
  constructor() { super('STATWATCHER'); }
}

function StatWatcher(bigint) {
  FunctionPrototypeCall(EventEmitter, this);
  this._handle = null;
  this._bigint = bigint;
  this._refs = 1;
}
ObjectSetPrototypeOf(StatWatcher.prototype, EventEmitter.prototype);
ObjectSetPrototypeOf(StatWatcher, EventEmitter);

StatWatcher.prototype._start = function(path, interval) {
  const resource = new StatPoll();
  const handle = native.watchFile(path, interval, this._bigint, (errno, now, before) => {
    enter(resource);
    this.emit('change', statsOf(now), statsOf(before));
    leave(resource);
  });
  this._handle = { handle, resource };
  hold(this, resource.getAsyncId());
};

// For programs that call them; a watcher starts when it is made.
StatWatcher.prototype.start = function() {};

StatWatcher.prototype.stop = function() {
  if (this._handle === null) return;
  this._handle.handle.close();
  destroy(this._handle.resource);
  letGo(this);
  this._handle = null;
  process.nextTick(() => this.emit('stop'));
};
StatWatcher.prototype.close = StatWatcher.prototype.stop;

StatWatcher.prototype.ref = function() {
  this._refs = 1;
  if (this._handle === null) return this;
  this._handle.handle.setRef(true);
  hold(this, this._handle.resource.getAsyncId());
  return this;
};

StatWatcher.prototype.unref = function() {
  this._refs = 0;
  letGo(this);
  this._handle?.handle.setRef(false);
  return this;
};

const watchers = new SafeMap();

// The same file under its whole name.
function keyOf(filename) {
  return require('path').resolve(`${pathOf(filename)}`);
}

function watchFile(filename, options, listener) {
  const path = keyOf(filename);
  if (options === null || typeof options !== 'object') {
    listener = options;
    options = null;
  }
  options = { interval: DEFAULT_INTERVAL_MS, persistent: true, ...options };
  validateFunction(listener, 'listener');
  let watcher = watchers.get(path);
  if (watcher === undefined) {
    watcher = new StatWatcher(!!options.bigint);
    // As a number of 32 bits, whatever it was.
    watcher._start(path, options.interval >>> 0);
    if (!options.persistent) watcher.unref();
    watchers.set(path, watcher);
  }
  watcher.addListener('change', listener);
  return watcher;
}

function unwatchFile(filename, listener) {
  const path = keyOf(filename);
  const watcher = watchers.get(path);
  if (watcher === undefined) return;
  if (typeof listener === 'function') watcher.removeListener('change', listener);
  else watcher.removeAllListeners('change');
  if (watcher.listenerCount('change') > 0) return;
  watcher.stop();
  watchers.delete(path);
}

module.exports = { StatWatcher, unwatchFile, watchFile };
