// Prints what there is to call, one JSON array a line: the way to it, and whether it is a function, a class or a method.
const LANGUAGE = new Set(`AggregateError Array ArrayBuffer AsyncDisposableStack Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Date
  DisposableStack Error EvalError FinalizationRegistry Float16Array Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array Intl
  Iterator JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer String SuppressedError
  Symbol SyntaxError Temporal TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet WebAssembly
  decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval globalThis isFinite isNaN parseFloat parseInt undefined unescape`.split(/\s+/));
const seen = new Set([globalThis]);
const lines = [];

function valueOf(object, key) {
  try {
    return object[key];
  } catch {
    return undefined;
  }
}

const step = (key) => (typeof key === 'symbol' ? `[Symbol.${key.description?.replace('Symbol.', '')}]` : `[${JSON.stringify(key)}]`);
const isOdd = (key) => typeof key === 'symbol' && !`${key.description}`.startsWith('Symbol.');

function walk(object, way, depth) {
  for (const key of Reflect.ownKeys(object)) {
    if (isOdd(key) || key === 'constructor' || key === 'prototype' || (way === 'globalThis' && LANGUAGE.has(key))) continue;
    const value = valueOf(object, key);
    const inner = `${way}${step(key)}`;
    if (typeof value === 'function') visitFunction(value, inner, depth);
    else if (typeof value === 'object' && value !== null && depth > 0 && !seen.has(value)) {
      seen.add(value);
      walk(value, inner, depth - 1);
    }
  }
}

function visitFunction(value, way, depth) {
  if (seen.has(value)) return;
  seen.add(value);
  const { prototype } = value;
  const isClass = typeof prototype === 'object' && prototype !== null && Reflect.ownKeys(prototype).length > 1;
  lines.push([way, isClass ? 'class' : 'function']);
  if (!isClass || depth === 0) return;
  walk(value, way, 0);
  for (const key of Reflect.ownKeys(prototype)) {
    if (isOdd(key) || key === 'constructor') continue;
    const { value: method, get } = Reflect.getOwnPropertyDescriptor(prototype, key);
    if (typeof method === 'function') lines.push([way, 'method', step(key)]);
    else if (get !== undefined) lines.push([way, 'getter', step(key)]);
  }
}

walk(globalThis, 'globalThis', 1);
if (typeof require === 'function') {
  for (const id of require('module').builtinModules) walk(require(id), `require(${JSON.stringify(id)})`, 2);
  walk(process, 'process', 1);
}
for (const line of lines) console.log(JSON.stringify(line));
