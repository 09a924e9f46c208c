// fs.watch and its promise form: what happens in a folder or to a file, as events or as an async iterator.
//
// A recursive watcher is the same with a native handle that follows the folders below.
'use strict';

const {
  ArrayIsArray, ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeShift, ArrayPrototypeSome, FunctionPrototypeCall,
  ObjectSetPrototypeOf, PromiseResolve, PromiseWithResolvers, RegExpPrototypeExec, SymbolAsyncIterator,
} = primordials;

const EventEmitter = require('events');
const { AbortError, codes: { ERR_INTERNAL_ASSERTION, ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE }, uvException } = require('internal/errors');
const { isRegExp } = require('internal/util/types');
const {
  validateAbortSignal, validateBoolean, validateFunction, validateInteger, validateObject, validateOneOf,
} = require('internal/validators');
const { NativeResource, destroy, enter, leave } = require('internal/async_hooks/native_resource');
const { hold, letGo } = require('internal/process/active');
const { optionsOf, pathOf } = require('internal/fs/arguments');
const native = internalBinding('fs');

const DEFAULT_MAX_QUEUE = 2048;

class FSEvent extends NativeResource {
  #native;

  constructor() { super('FSEVENTWRAP'); }

  // Gives what the native side says: it watches, or why not, as a negative errno.
  start(path, asBytes, recursive, onChange) {
    const handle = native.watch(path, asBytes, recursive, (isRename, name) => {
      enter(this);
      onChange(isRename ? 'rename' : 'change', name);
      leave(this);
    });
    if (typeof handle !== 'number') {
      this.#native = handle;
      return 0;
    }
    destroy(this);
    return handle;
  }

  close() {
    this.#native.close();
    destroy(this);
  }

  ref() { this.#native.setRef(true); }
  unref() { this.#native.setRef(false); }
}

// A name as the caller wants it, from the bytes that it is.
function nameForm(encoding) {
  if (encoding === undefined || encoding === null || encoding === 'utf8' || encoding === 'utf-8') return undefined;
  const { Buffer } = require('internal/buffer/buffer');
  return (bytes) => {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return encoding === 'buffer' ? buffer : buffer.toString(encoding);
  };
}

// Starts to watch. Gives the handle, or throws what the system says. `onChange(eventType, filename)`.
function startWatching(path, { encoding, recursive }, onChange) {
  const form = nameForm(encoding);
  const handle = new FSEvent();
  const status = handle.start(path, form !== undefined, recursive, (eventType, name) => {
    onChange(eventType, form === undefined ? name : form(name));
  });
  if (status === 0) return handle;
  // What is looked at first when a tree is to be watched is the root.
  const error = uvException({ errno: status, syscall: recursive ? 'stat' : 'watch', path });
  error.filename = path;
  throw error;
}

function checked(options) {
  options = { __proto__: null, persistent: true, recursive: false, encoding: 'utf8', ...optionsOf(options, {}) };
  if (options.recursive === undefined) options.recursive = false;
  if (options.persistent === undefined) options.persistent = true;
  validateBoolean(options.recursive, 'options.recursive');
  if (options.signal !== undefined) validateAbortSignal(options.signal, 'options.signal');
  options.isIgnored = ignoring(options.ignore);
  return options;
}

// A function that says of a name whether nobody wants to hear of it; nothing if there is no such name.
function ignoring(ignore) {
  if (ignore === undefined || ignore === null) return undefined;
  const matchers = ArrayPrototypeMap(ArrayIsArray(ignore) ? ignore : [ignore], (pattern, index) => {
    const name = ArrayIsArray(ignore) ? `options.ignore[${index}]` : 'options.ignore';
    return matcherOf(pattern, name);
  });
  return (filename) => ArrayPrototypeSome(matchers, (matches) => matches(`${filename}`));
}

function matcherOf(pattern, name) {
  if (typeof pattern === 'string') {
    if (pattern.length === 0) throw new ERR_INVALID_ARG_VALUE(name, pattern, 'must be a non-empty string');
    const { matcher } = require('internal/fs/glob');
    const { basename } = require('path');
    const whole = matcher(pattern);
    // A pattern without a folder is about names, wherever they are.
    return pattern.includes('/') ? whole : (filename) => whole(filename) || whole(basename(filename));
  }
  if (isRegExp(pattern)) return (filename) => RegExpPrototypeExec(pattern, filename) !== null;
  if (typeof pattern === 'function') return (filename) => !!pattern(filename);
  throw new ERR_INVALID_ARG_TYPE(name, ['string', 'RegExp', 'function'], pattern);
}

function FSWatcher() {
  FunctionPrototypeCall(EventEmitter, this);
  this._handle = null;
}
ObjectSetPrototypeOf(FSWatcher.prototype, EventEmitter.prototype);
ObjectSetPrototypeOf(FSWatcher, EventEmitter);

// It starts when it is made; the method is there for programs that call it.
FSWatcher.prototype.start = function() {};

FSWatcher.prototype.close = function() {
  if (this._handle === null) return;
  if (!(this._handle instanceof FSEvent)) throw new ERR_INTERNAL_ASSERTION('handle must be a FSEvent');
  this._handle.close();
  this._handle = null;
  letGo(this);
  process.nextTick(emitClose, this);
};

function emitClose(watcher) {
  watcher.emit('close');
}

FSWatcher.prototype.ref = function() {
  if (this._handle === null) return this;
  this._handle.ref();
  hold(this, this._handle.getAsyncId());
  return this;
};

FSWatcher.prototype.unref = function() {
  this._handle?.unref();
  letGo(this);
  return this;
};

function watch(filename, options, listener) {
  if (typeof options === 'function') {
    listener = options;
    options = undefined;
  }
  const path = pathOf(filename);
  options = checked(options);
  if (listener !== undefined) validateFunction(listener, 'listener');
  const watcher = new FSWatcher();
  try {
    watcher._handle = startWatching(path, options, (eventType, name) => {
      if (options.isIgnored !== undefined && name !== null && options.isIgnored(name)) return;
      watcher.emit('change', eventType, name);
    });
  } catch (error) {
    if (error.code !== 'ENOENT' || options.throwIfNoEntry !== false) throw error;
  }
  if (options.persistent) watcher.ref();
  else watcher.unref();
  if (listener !== undefined) watcher.addListener('change', listener);
  const { signal } = options;
  if (signal?.aborted) {
    process.nextTick(() => watcher.close());
  } else if (signal !== undefined) {
    const onAborted = () => watcher.close();
    signal.addEventListener('abort', onAborted, { once: true });
    watcher.once('close', () => signal.removeEventListener('abort', onAborted));
  }
  return watcher;
}

// The events of one watcher, for who asks for them one by one. It watches from the first question on.
class Changes {
  #path;
  #options;
  #watched;
  #waiting = [];
  #asked;
  #isDone = false;

  constructor(path, options) {
    this.#path = path;
    this.#options = options;
  }

  #start() {
    const { isIgnored, maxQueue, overflow, persistent } = this.#options;
    this.#watched = startWatching(this.#path, this.#options, (eventType, filename) => {
      if (isIgnored !== undefined && isIgnored(filename)) return;
      const change = { __proto__: null, eventType, filename };
      if (this.#asked !== undefined) {
        this.#answer((asked) => asked.resolve({ value: change, done: false }));
      } else if (this.#waiting.length < maxQueue) {
        ArrayPrototypePush(this.#waiting, change);
      } else if (overflow === 'error') {
        this.#end(queueFull());
      } else {
        process.emitWarning('fs.watch maxQueue exceeded');
      }
    });
    if (!persistent) this.#watched.unref();
    this.#options.signal?.addEventListener('abort', this.#onAborted, { once: true });
  }

  #failure;
  #onAborted = () => this.#end(new AbortError(undefined, { cause: this.#options.signal.reason }));

  #answer(how) {
    const asked = this.#asked;
    this.#asked = undefined;
    how(asked);
  }

  #end(error) {
    this.#isDone = true;
    this.#failure = error;
    this.#options.signal?.removeEventListener('abort', this.#onAborted);
    this.#watched?.close();
    this.#watched = undefined;
    if (this.#asked === undefined) return;
    this.#answer((asked) => (error === undefined ? asked.resolve({ value: undefined, done: true }) : this.#reject(asked)));
  }

  #reject(asked) {
    const error = this.#failure;
    this.#failure = undefined;
    asked.reject(error);
  }

  async next() {
    const { signal } = this.#options;
    if (!this.#isDone && this.#watched === undefined) {
      if (signal?.aborted) this.#end(new AbortError(undefined, { cause: signal.reason }));
      else this.#start();
    }
    if (this.#waiting.length > 0) return { value: ArrayPrototypeShift(this.#waiting), done: false };
    const asked = PromiseWithResolvers();
    if (this.#failure !== undefined) this.#reject(asked);
    else if (this.#isDone) asked.resolve({ value: undefined, done: true });
    else this.#asked = asked;
    return asked.promise;
  }

  return(value) {
    if (!this.#isDone) this.#end();
    return PromiseResolve({ value, done: true });
  }

  async throw(error) {
    if (!this.#isDone) this.#end();
    throw error;
  }

  [SymbolAsyncIterator]() {
    return this;
  }
}

function queueFull() {
  const { codes: { ERR_FS_WATCH_QUEUE_OVERFLOW } } = require('internal/errors');
  return new ERR_FS_WATCH_QUEUE_OVERFLOW(DEFAULT_MAX_QUEUE);
}

// A wrong argument is told to the first who asks.
async function* watchPromise(filename, options = {}) {
  const path = pathOf(filename);
  validateObject(options, 'options');
  const given = { maxQueue: DEFAULT_MAX_QUEUE, overflow: 'ignore', ...checked(options) };
  validateBoolean(given.persistent, 'options.persistent');
  validateInteger(given.maxQueue, 'options.maxQueue');
  validateOneOf(given.overflow, 'options.overflow', ['ignore', 'error']);
  yield* new Changes(path, given); // iterable: a generator of ours
}

module.exports = { FSWatcher, watch, watchPromise };
