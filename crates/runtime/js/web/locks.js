// navigator.locks: locks with names that the threads of a program share.
//
// The native half keeps who has what and who waits. A request that is granted by what this thread or another does later is told
// through a channel of the thread; what a call grants itself is granted at once. Nothing here keeps the program alive.
'use strict';

const {
  ArrayPrototypeMap, ObjectDefineProperties, Promise, PromisePrototypeThen, PromiseReject, PromiseResolve,
  SafeMap, StringPrototypeStartsWith, Symbol, SymbolToStringTag, TypeError,
} = primordials;

const { codes: { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_ARG_TYPE, ERR_INVALID_THIS } } = require('internal/errors');
const { DOMException } = require('internal/errors/dom_exception');
const binding = internalBinding('locks');

const kConstruct = {};
const kName = Symbol('kName');
const kMode = Symbol('kMode');

class Lock {
  constructor(key, name, mode) {
    if (key !== kConstruct) throw new ERR_ILLEGAL_CONSTRUCTOR();
    this[kName] = name;
    this[kMode] = mode;
  }

  get name() { return this[kName]; }
  get mode() { return this[kMode]; }
}

ObjectDefineProperties(Lock.prototype, {
  [SymbolToStringTag]: { __proto__: null, value: 'Lock', configurable: true },
  name: { __proto__: null, enumerable: true },
  mode: { __proto__: null, enumerable: true },
});

// By number: those that wait { grant } and those that are held { steal }.
const requests = new SafeMap();
let last = 0;
let isOpen = false;

function hear({ 0: number, 1: isGranted }) {
  const request = requests.get(number);
  if (request === undefined) return;
  if (isGranted) request.grant();
  else request.lose();
}

// What others do is heard from the first request on.
function open() {
  if (isOpen) return;
  isOpen = true;
  const channel = binding.open();
  if (channel === 0) return;
  const { Control } = require('internal/worker/control');
  new Control(channel, (message) => {
    if (message.kind !== 'gone') hear(message);
  }).setRef(false);
}

class Request {
  #number = ++last;
  #name;
  #mode;
  #callback;
  #resolve;
  #reject;
  #forgetSignal;

  constructor(name, mode, callback, resolve, reject) {
    this.#name = name;
    this.#mode = mode;
    this.#callback = callback;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  begin(ifAvailable, steal, signal) {
    requests.set(this.#number, this);
    const { 0: answer, 1: robbed } = binding.request(this.#name, this.#number, this.#mode === 'shared', ifAvailable, steal);
    for (let i = 0; i < robbed.length; i++) requests.get(robbed[i])?.lose();
    if (answer === true) {
      this.grant();
    } else if (answer === false) {
      requests.delete(this.#number);
      this.#call(null);
    } else if (signal !== undefined) {
      const abort = () => {
        this.#end();
        this.#reject(signal.reason);
      };
      signal.addEventListener('abort', abort, { __proto__: null, once: true });
      this.#forgetSignal = () => signal.removeEventListener('abort', abort);
    }
  }

  grant() {
    this.#forgetSignal?.();
    this.#forgetSignal = undefined;
    this.#call(new Lock(kConstruct, this.#name, this.#mode));
  }

  // Another has taken it.
  lose() {
    requests.delete(this.#number);
    this.#reject(new DOMException('The operation was aborted', 'AbortError'));
  }

  #end() {
    if (!requests.delete(this.#number)) return;
    const granted = binding.release(this.#name, this.#number);
    for (let i = 0; i < granted.length; i++) requests.get(granted[i])?.grant();
  }

  // The lock is held until what the callback gives is settled.
  #call(lock) {
    let result;
    try {
      const callback = this.#callback;
      result = PromiseResolve(callback(lock));
    } catch (error) {
      result = PromiseReject(error);
    }
    PromisePrototypeThen(result, (value) => {
      this.#end();
      this.#resolve(value);
    }, (error) => {
      this.#end();
      this.#reject(error);
    });
  }
}

class LockManager {
  #isManager = true;

  constructor(key = undefined) {
    if (key !== kConstruct) throw new ERR_ILLEGAL_CONSTRUCTOR();
  }

  static #check(value) {
    if (value === null || typeof value !== 'object' || !(#isManager in value)) throw new ERR_INVALID_THIS('LockManager');
  }

  async request(name, options, callback = undefined) {
    LockManager.#check(this);
    if (callback === undefined && typeof options === 'function') {
      callback = options;
      options = undefined;
    }
    if (typeof callback !== 'function') throw new ERR_INVALID_ARG_TYPE('callback', 'Function', callback ?? options);
    const text = `${name}`;
    const { mode, ifAvailable, steal, signal } = readOptions(options);
    if (StringPrototypeStartsWith(text, '-')) throw new DOMException('Lock name may not start with hyphen', 'NotSupportedError');
    if (ifAvailable && steal) throw new DOMException('ifAvailable and steal are mutually exclusive', 'NotSupportedError');
    if (mode !== 'exclusive' && steal) throw new DOMException(`mode: "${mode}" and steal are mutually exclusive`, 'NotSupportedError');
    if (signal !== undefined && (steal || ifAvailable)) {
      throw new DOMException('signal cannot be used with steal or ifAvailable', 'NotSupportedError');
    }
    if (signal?.aborted) throw signal.reason;
    open();
    return new Promise((resolve, reject) => {
      new Request(text, mode, callback, resolve, reject).begin(ifAvailable, steal, signal);
    });
  }

  async query() {
    LockManager.#check(this);
    const { 0: held, 1: pending } = binding.query();
    const shown = ({ 0: name, 1: isShared, 2: thread }) => (
      { name, mode: isShared ? 'shared' : 'exclusive', clientId: `node-${process.pid}-${thread}` });
    return { held: ArrayPrototypeMap(held, shown), pending: ArrayPrototypeMap(pending, shown) };
  }
}

function readOptions(options) {
  if (options === undefined || options === null) {
    return { __proto__: null, mode: 'exclusive', ifAvailable: false, steal: false, signal: undefined };
  }
  if (typeof options !== 'object' && typeof options !== 'function') throw new ERR_INVALID_ARG_TYPE('options', 'Object', options);
  const { ifAvailable = false, mode = 'exclusive', signal, steal = false } = options;
  const wanted = `${mode}`;
  if (wanted !== 'exclusive' && wanted !== 'shared') {
    const error = new TypeError(`mode '${wanted}' is not a valid enum value of type LockMode.`);
    error.code = 'ERR_INVALID_ARG_VALUE';
    throw error;
  }
  if (signal !== undefined && (typeof signal !== 'object' || signal === null)) {
    const error = new TypeError('signal is not an object.');
    error.code = 'ERR_INVALID_ARG_TYPE';
    throw error;
  }
  return { __proto__: null, mode: wanted, ifAvailable: !!ifAvailable, steal: !!steal, signal };
}

ObjectDefineProperties(LockManager.prototype, {
  [SymbolToStringTag]: { __proto__: null, value: 'LockManager', configurable: true },
  request: { __proto__: null, enumerable: true },
  query: { __proto__: null, enumerable: true },
});

module.exports = { locks: new LockManager(kConstruct) };
