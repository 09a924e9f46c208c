// What every program of `cargo xtask hostile` begins with: the values that its calls are given, and how a call is made.
//
// A value is made anew each time it is asked for. The names of the getters of `v` are read by the generator.
const gc = globalThis.gc ?? (() => {});
const detach = (buffer) => structuredClone(buffer, { transfer: [buffer] });
const boom = () => { throw new Error('boom'); };
let depth = 0;

const traps = {};
for (const name of Reflect.ownKeys(Reflect)) if (typeof Reflect[name] === 'function') traps[name] = boom;

const v = {
  get undefined() { return undefined; },
  get null() { return null; },
  get yes() { return true; },
  get zero() { return 0; },
  get minusZero() { return -0; },
  get one() { return 1; },
  get minusOne() { return -1; },
  get fraction() { return 1.5; },
  get nan() { return NaN; },
  get infinity() { return Infinity; },
  get int31() { return 2 ** 31; },
  get uint32() { return 2 ** 32 - 1; },
  get int32Over() { return 2 ** 32; },
  get below() { return -(2 ** 31) - 1; },
  get int53() { return 2 ** 53; },
  get int63() { return 2 ** 63; },
  get huge() { return 1e308; },
  get bigint() { return 2n ** 70n; },
  get smallBigint() { return -1n; },
  get empty() { return ''; },
  get letter() { return 'a'; },
  get nul() { return 'a\0b'; },
  get surrogate() { return '\ud800'; },
  get percent() { return '%E0%A4%A'; },
  get proto() { return '__proto__'; },
  get number() { return '1e3'; },
  get encoding() { return 'base64url'; },
  get long() { return 'ab\u20ac'.repeat(50_000); },
  get rope() { let text = 'x'; for (let i = 0; i < 12; i++) text += text; return text; },
  get markup() { return '<b a="1"><script>x</script><p>&amp;'; },
  get url() { return 'http://a:b@[::1]:99999/%zz?x#y'; },
  get symbol() { return Symbol('s'); },
  get wellKnown() { return Symbol.iterator; },
  get object() { return {}; },
  get bare() { return { __proto__: null }; },
  get array() { return [1, 'a', null, [2]]; },
  get holes() { const list = []; list.length = 5000; list[4999] = 1; return list; },
  get cyclic() { const value = { list: [] }; value.list.push(value, new Map([[value, value]])); value.self = value; return value; },
  get cyclicPrototype() { return Object.create(new Proxy({}, { get: (target, key, receiver) => receiver })); },
  get deep() { let value = {}; for (let i = 0; i < 3000; i++) value = { value }; return value; },
  get proxy() { return new Proxy({}, {}); },
  get throwingProxy() { return new Proxy({}, traps); },
  get throwingFunction() { return new Proxy(() => {}, traps); },
  get revoked() { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy; },
  get revokedFunction() { const { proxy, revoke } = Proxy.revocable(() => {}, {}); revoke(); return proxy; },
  get nestedProxy() { let value = {}; for (let i = 0; i < 200; i++) value = new Proxy(value, {}); return value; },
  get throwingGetters() {
    const value = {};
    for (const name of options) Object.defineProperty(value, name, { get: boom, enumerable: true, configurable: true });
    return value;
  },
  get throwingText() { return { toString: boom, valueOf: boom, toJSON: boom, [Symbol.toPrimitive]: boom, inspect: boom }; },
  get wrongText() { return { toString: () => ({}), valueOf: () => Symbol('x') }; },
  get collectingNumber() { return { valueOf() { gc(); return 3; }, toString() { gc(); return 'b'; } }; },
  get detached() { const view = new Uint8Array(16); detach(view.buffer); return view; },
  get detachedBuffer() { const buffer = new ArrayBuffer(16); detach(buffer); return buffer; },
  get bytes() { return new Uint8Array([0, 255, 128, 10, 65, 66, 67, 13]); },
  get emptyBytes() { return new Uint8Array(0); },
  get floats() { return new Float64Array([NaN, Infinity, -0]); },
  get view() { return new DataView(new ArrayBuffer(8), 3); },
  get shared() { return new Uint8Array(new SharedArrayBuffer(16)); },
  get resizable() { const buffer = new ArrayBuffer(8, { maxByteLength: 64 }); const view = new Uint8Array(buffer); buffer.resize(2); return view; },
  get shrinking() {
    const buffer = new ArrayBuffer(64, { maxByteLength: 64 });
    const view = new Uint8Array(buffer, 8);
    return new Proxy(view, { get(target, key) { buffer.resize(4); const value = target[key]; return typeof value === 'function' ? value.bind(target) : value; } });
  },
  get detachingNumber() { return { valueOf() { detach(kept.buffer); kept = new Uint8Array(32); return 4; } }; },
  get kept() { return kept; },
  get noop() { return () => {}; },
  get thrower() { return boom; },
  get asyncThrower() { return async () => boom(); },
  get generator() { return function* () { yield 1; boom(); }; },
  get reenter() { return () => { if (depth++ < 3 && current !== undefined) attempt(current); }; },
  get collector() { return () => { gc(); return {}; }; },
  get Class() { return class { static #x = 1; constructor() { boom(); } }; },
  get bound() { return boom.bind(null); },
  get map() { return new Map([[{}, NaN]]); },
  get set() { return new Set([1, {}]); },
  get weak() { return new WeakRef({}); },
  get date() { return new Date(NaN); },
  get regexp() { return /(a+)+$/gy; },
  get error() { const error = new Error('x'); Object.defineProperty(error, 'stack', { get: boom }); error.cause = error; return error; },
  get rejected() { const promise = Promise.reject(new Error('r')); promise.catch(() => {}); return promise; },
  get pending() { return new Promise(() => {}); },
  get thenable() { return { then(resolve) { gc(); resolve(this); this.then = undefined; } }; },
  get throwingThenable() { return { get then() { return boom(); } }; },
  get iterator() { return { [Symbol.iterator]: () => ({ next: boom, return: boom }) }; },
  get asyncIterator() { return { async* [Symbol.asyncIterator]() { yield 1; boom(); } }; },
  get arguments() { return (function() { return arguments; })(1, 2); },
  get global() { return globalThis; },
  get aborted() { return globalThis.AbortSignal?.abort(); },
  get options() {
    const value = {};
    for (const name of options) if (count++ % 3 === 0) value[name] = plain[count % plain.length];
    return value;
  },
  get emitter() { return new EventTarget(); },
};

// Names that functions look for in what they are given, and what they then find.
const options = [
  'encoding', 'length', 'offset', 'position', 'signal', 'highWaterMark', 'objectMode', 'mode', 'flag', 'recursive', 'depth', 'then',
  'message', 'code', 'stack', 'name', 'constructor', 'byteLength', 'buffer', 'once', 'capture', 'timeout', 'colors', 'type', 'read', 'write',
];
const plain = [undefined, null, -1, 1.5, 2 ** 32, 'a', '', Symbol('o'), {}, [], boom, NaN, true, 10n];
let count = 0;
let kept = new Uint8Array(32);
let current;

// Makes a call. Whatever it does is right as long as the process lives and ends.
function attempt(call) {
  const outer = current;
  current = call;
  try {
    const result = call();
    if (typeof result?.then === 'function') result.then(() => {}, () => {});
    if (count++ % 5 === 0 && typeof require === 'function') require('util').inspect(result);
  } catch (error) {
    try {
      `${error?.stack}`;
    } catch {}
  }
  current = outer;
}

const instances = new Map();

// An instance of a class, the same one each time, so that calls meet what earlier ones have done.
function made(Class, ...args) {
  if (!instances.has(Class)) {
    let instance = {};
    try {
      instance = new Class(...args);
    } catch {
      try {
        instance = Object.create(Class.prototype);
      } catch {}
    }
    instances.set(Class, instance);
  }
  return instances.get(Class);
}

if (typeof process === 'object') {
  process.on('uncaughtException', () => {});
  process.on('unhandledRejection', () => {});
  const exit = process.reallyExit.bind(process, 0);
  setTimeout(exit, 150);
}
