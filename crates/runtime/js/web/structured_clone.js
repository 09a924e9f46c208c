// structuredClone: the web's algorithm for copying a value with everything it
// refers to, cycles included. Objects lose their class and keep their own
// enumerable string properties; what has an identity that cannot be copied
// (functions, symbols, promises, weak collections, proxies) is refused.
//
// A transferred buffer stands for itself in the clone until that is complete:
// the algorithm may fail on the way, and until it has not, nothing may be taken
// from the program. Then its memory moves to another buffer, which takes its
// place in the clone (transferred_buffers.js). Objects
// of the platform can be made transferable (`registerPlatform`); they are
// refused where they are not transferred.
'use strict';

const {
  ArrayBuffer,
  ArrayBufferPrototypeGetByteLength,
  ArrayBufferPrototypeGetMaxByteLength,
  ArrayBufferPrototypeGetResizable,
  Array,
  ArrayIsArray,
  ArrayOf,
  ArrayPrototypeIncludes,
  ArrayPrototypePush,
  BigIntPrototypeValueOf,
  BooleanPrototypeValueOf,
  DataView,
  DataViewPrototypeGetBuffer,
  DataViewPrototypeGetByteLength,
  DataViewPrototypeGetByteOffset,
  Date,
  DatePrototypeGetTime,
  Error,
  Map,
  MapPrototypeForEach,
  MapPrototypeSet,
  NumberPrototypeValueOf,
  Object,
  ObjectDefineProperty,
  ObjectFreeze,
  ObjectGetOwnPropertyDescriptor,
  ObjectGetPrototypeOf,
  ObjectHasOwn,
  ObjectKeys,
  ObjectPrototype,
  ReflectApply,
  ReflectOwnKeys,
  RegExp,
  RegExpPrototypeGetFlags,
  RegExpPrototypeGetSource,
  SafeMap,
  SafeSet,
  Set,
  SetPrototypeAdd,
  SetPrototypeForEach,
  StringPrototypeValueOf,
  SymbolIterator,
  TypeError,
  TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetByteOffset,
  TypedArrayPrototypeGetLength,
  TypedArrayPrototypeGetSymbolToStringTag,
  TypedArrayPrototypeSet,
  Uint8Array,
} = primordials;

const types = require('internal/util/types');
const { codes: { ERR_MISSING_ARGS } } = require('internal/errors');
const { describeWithoutSideEffects } = require('internal/errors/describe');
const { DOMException, isDOMException } = require('internal/errors/dom_exception');

const {
  errorClasses, isMarkedAsUncloneable, isMarkedAsUntransferable, kinds, learnKinds, marks, platformOf, typedArrays,
} = require('web/cloneable_kinds');
const { cellType, structureId, structureWithoutElements } = internalBinding('util');
const OBJECT_CELL = cellType({});
const ARRAY_CELL = cellType([]);
const DATE_CELL = cellType(new Date(0));
const MAP_CELL = cellType(new Map());

// What has been cloned, and what it is in the clone. Most clones are of a few objects, which are found sooner in a list than in a map.
class Clones {
  #sources = [];
  #copies = [];
  #map;

  get(source) {
    if (this.#map !== undefined) return this.#map.get(source);
    const sources = this.#sources;
    for (let i = 0; i < sources.length; i++) {
      if (sources[i] === source) return this.#copies[i];
    }
    return undefined;
  }

  set(source, copy) {
    if (this.#map === undefined) {
      const { length } = this.#sources;
      if (length < MOST_LISTED) {
        this.#sources[length] = source;
        this.#copies[length] = copy;
        return;
      }
      this.#map = new SafeMap();
      for (let i = 0; i < length; i++) this.#map.set(this.#sources[i], this.#copies[i]);
    }
    this.#map.set(source, copy);
  }
}

const MOST_LISTED = 8;

function structuredClone(value, options) {
  if (arguments.length === 0) throw new ERR_MISSING_ARGS('The value argument must be specified');
  // Most clones transfer nothing.
  if ((options === undefined || options === null) && transferredBuffers === undefined) {
    learnKinds();
    return clone(value, new Clones());
  }
  return cloneWith(value, readTransfers(options)).result;
}

// The clone, and what the transferred objects of the platform are in it. One that is posted will be received later; the ports that its streams
// go on over are `hidden`: { port, arrive() }.
function cloneWith(value, transfers, isPosted = false) {
  // A buffer by itself: nothing of the program's can run in between.
  if (transfers.length === 1 && transfers[0] === value && types.isArrayBuffer(value)) {
    return { __proto__: null, result: require('web/transferred_buffers').moveBuffer(value), transferred: NONE, hidden: NONE };
  }
  learnKinds();
  const clones = new Clones();
  let buffers;
  for (let i = 0; i < transfers.length; i++) {
    const item = transfers[i];
    const kind = platformOf(item);
    if (kind === undefined) {
      const { TransferredBuffers } = require('web/transferred_buffers');
      buffers ??= new TransferredBuffers();
      buffers.add(item);
    }
    clones.set(item, kind === undefined ? item : kind.makeEmpty());
  }
  let result;
  const outer = transferredBuffers;
  transferredBuffers = buffers;
  try {
    result = clone(value, clones);
  } finally {
    transferredBuffers = outer;
  }
  // A getter of the program may have taken one away.
  if (buffers !== undefined && buffers.some(isDetached)) {
    throw dataCloneError('An ArrayBuffer is detached and could not be cloned.');
  }
  const transferred = [];
  const hidden = [];
  for (let i = 0; i < transfers.length; i++) {
    const item = transfers[i];
    const kind = platformOf(item);
    if (kind === undefined) continue;
    const copy = clones.get(item);
    kind.move(item, copy, isPosted, hidden);
    ArrayPrototypePush(transferred, copy);
  }
  if (buffers !== undefined) result = buffers.move(result);
  return { __proto__: null, result, transferred, hidden };
}

const NONE = ObjectFreeze([]);

// Those of the clone that is being made.
let transferredBuffers;

// An engine that does not know the property calls the buffer alive.
function isDetached(buffer) {
  return primordials.ArrayBufferPrototypeGetDetached?.(buffer) === true;
}

function dataCloneError(message) {
  return new DOMException(message, 'DataCloneError');
}

function refuse(value) {
  return dataCloneError(`${describeWithoutSideEffects(value)} could not be cloned.`);
}

function invalidOptions(message) {
  const error = new TypeError(`Failed to execute 'structuredClone': ${message}`);
  error.code = 'ERR_INVALID_ARG_TYPE';
  return error;
}

function readTransfers(options) {
  if (options == null) return [];
  if (typeof options !== 'object' && typeof options !== 'function') {
    throw invalidOptions('Options cannot be converted to a dictionary');
  }
  return readTransferList(options.transfer);
}

function readTransferList(transfer) {
  const list = [];
  if (transfer === undefined) return list;
  if (typeof transfer !== 'object' || typeof transfer?.[SymbolIterator] !== 'function') {
    throw invalidOptions('transfer in Options cannot be converted to sequence.');
  }
  iterate(transfer, (item) => {
    if (item === null || (typeof item !== 'object' && typeof item !== 'function')) {
      throw invalidOptions(`transfer in Options[${list.length}] is not an object.`);
    }
    addTransfer(list, item);
  });
  return list;
}

// `refusal` makes the error for what only seems to be iterable.
function iterate(iterable, visit, refusal = undefined) {
  const iterator = ReflectApply(iterable[SymbolIterator], iterable, []);
  if (refusal !== undefined && typeof iterator?.next !== 'function') throw refusal();
  for (let step = iterator.next(); !step.done; step = iterator.next()) visit(step.value);
}

// Puts what can be transferred on the list.
function addTransfer(list, item) {
  const isBuffer = types.isArrayBuffer(item);
  if (!isBuffer) learnKinds();
  const kind = isBuffer ? undefined : platformOf(item);
  if (isMarkedAsUntransferable(item)) throw dataCloneError('Cannot transfer object of unsupported type.');
  if (kind?.makeEmpty === undefined && !isBuffer) throw dataCloneError('Found invalid value in transferList.');
  if (ArrayPrototypeIncludes(list, item)) {
    throw dataCloneError(`Transfer list contains duplicate ${kind === undefined ? 'ArrayBuffer' : kind.name ?? 'port'}`);
  }
  if (kind === undefined ? isDetached(item) : !kind.isTransferable(item)) {
    throw dataCloneError(kind?.detached ?? 'Cannot transfer object of unsupported type.');
  }
  ArrayPrototypePush(list, item);
}

function clone(value, clones) {
  if (typeof value === 'symbol' || typeof value === 'function') throw refuse(value);
  if (typeof value !== 'object' || value === null) return value;
  const known = clones.get(value);
  if (known !== undefined) return known;
  // What most of a message is made of needs no further questions.
  if (!marks.hasUncloneable) {
    const structure = structureWithoutElements(value);
    const shape = structure === 0 ? undefined : shapes.get(structure);
    if (shape !== undefined) return cloneShaped(value, shape.keys, clones);
    const cell = cellType(value);
    if (cell === OBJECT_CELL && ObjectGetPrototypeOf(value) === ObjectPrototype) {
      if (structure !== 0 && shapes.size < MOST_SHAPES) meet(value, structure);
      return cloneProperties(value, {}, clones);
    }
    if (cell === ARRAY_CELL) return cloneArray(value, clones);
    if (cell === MAP_CELL) return cloneMap(value, clones);
    if (cell === DATE_CELL) {
      const copy = new Date(DatePrototypeGetTime(value));
      clones.set(value, copy);
      return copy;
    }
  }
  if (types.isProxy(value)) throw refuse(value);
  turnsOfProgram++;
  if (isMarkedAsUncloneable(value)) throw dataCloneError('Cannot clone object of unsupported type.');
  if (kinds.length !== 0) {
    const kind = platformOf(value);
    if (kind !== undefined) {
      if (kind.refusal !== undefined) throw dataCloneError(kind.refusal(value));
      if (kind.clone === undefined) throw refuse(value);
      const copy = kind.clone(value);
      clones.set(value, copy);
      return copy;
    }
  }

  if (ArrayIsArray(value)) return cloneArray(value, clones);
  if (types.isMap(value)) return cloneMap(value, clones);
  if (types.isSet(value)) return cloneSet(value, clones);
  if (types.isNativeError(value)) return cloneError(value, clones);
  const leaf = cloneLeaf(value, clones);
  if (leaf !== undefined) {
    clones.set(value, leaf);
    return leaf;
  }
  if (!isPlain(value) && !require('internal/process/env').isEnvironment(value)) throw refuse(value);
  return cloneProperties(value, {}, clones);
}

// Objects whose content is data, without references to follow.
function cloneLeaf(value, clones) {
  if (types.isDate(value)) return new Date(DatePrototypeGetTime(value));
  if (types.isRegExp(value)) return new RegExp(RegExpPrototypeGetSource(value), RegExpPrototypeGetFlags(value));
  if (types.isBooleanObject(value)) return Object(BooleanPrototypeValueOf(value));
  if (types.isNumberObject(value)) return Object(NumberPrototypeValueOf(value));
  if (types.isStringObject(value)) return Object(StringPrototypeValueOf(value));
  if (types.isBigIntObject(value)) return Object(BigIntPrototypeValueOf(value));
  if (types.isArrayBuffer(value)) return cloneBuffer(value);
  // Shared memory stays shared.
  if (types.isSharedArrayBuffer(value)) return value;
  if (types.isTypedArray(value)) return cloneTypedArray(value, clones);
  if (types.isDataView(value)) {
    const buffer = clone(DataViewPrototypeGetBuffer(value), clones);
    return viewOf(DataView, buffer, DataViewPrototypeGetByteOffset(value), DataViewPrototypeGetByteLength(value));
  }
  return undefined;
}

// Whether the object is nothing but its properties, whatever its class.
function isPlain(value) {
  if (types.isSymbolObject(value) || types.isPromise(value) || types.isWeakMap(value) || types.isWeakSet(value) ||
    types.isMapIterator(value) || types.isSetIterator(value) || types.isGeneratorObject(value) ||
    types.isArgumentsObject(value) || types.isModuleNamespaceObject(value) || types.isExternal(value)) {
    return false;
  }
  return cellType(value) === OBJECT_CELL;
}

// The kinds of plain objects that have been cloned, by the engine's number for what they have in common: their names in order, all of
// them names of data, and no elements. The sample of each stays alive, so that its number is not given to another kind.
const shapes = new SafeMap();
const MOST_SHAPES = 256;
// How often those that are not among them have been met, of late.
const sightings = new SafeMap();

// Learning takes longer than cloning: a kind that is met for the second time will be met again.
function meet(value, structure) {
  const count = sightings.get(structure) ?? 0;
  if (count > 1) return;
  if (sightings.size === MOST_SHAPES) sightings.clear();
  sightings.set(structure, count + 1);
  if (count === 1) learnShape(value, structure);
}

function learnShape(value, structure) {
  const keys = ReflectOwnKeys(value);
  for (let i = 0; i < keys.length; i++) {
    if (typeof keys[i] !== 'string' || keys[i] === '__proto__') return;
    const property = ObjectGetOwnPropertyDescriptor(value, keys[i]);
    if (!property.enumerable || !ObjectHasOwn(property, 'value')) return;
  }
  const sample = { ...value };
  // What the program has there is not the cache's to keep.
  for (let i = 0; i < keys.length; i++) sample[keys[i]] = undefined;
  // An object that is kept as a dictionary has a number of its own, which says nothing.
  if (structureId(sample) !== structure || structureWithoutElements(ELEMENTS) !== 0) return;
  shapes.set(structure, { __proto__: null, keys, sample });
}

const ELEMENTS = { 0: 0 };

// How often code of the program may have run while something was cloned: getters.
let turnsOfProgram = 0;

function cloneShaped(source, keys, clones) {
  // The engine copies all properties at once, which takes as long as one by itself.
  const copy = { ...source };
  clones.set(source, copy);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    const value = copy[key];
    const type = typeof value;
    if (type === 'object' ? value === null : type !== 'function' && type !== 'symbol') continue;
    const turns = turnsOfProgram;
    copy[key] = clone(value, clones);
    if (turnsOfProgram !== turns) return cloneRest(source, keys, i + 1, copy, clones);
  }
  return copy;
}

// A getter may have changed or removed what has been copied too early.
function cloneRest(source, keys, start, copy, clones) {
  for (let i = start; i < keys.length; i++) {
    const key = keys[i];
    if (ObjectHasOwn(source, key)) copy[key] = clone(source[key], clones);
    else delete copy[key];
  }
  return copy;
}

// The kinds of arrays that have nothing but elements, and no getters among those, by samples.
let plainArrays;
let arraySamples;

function isPlainArray(array) {
  if (plainArrays === undefined) {
    arraySamples = [[], [1], [1.5], ['x'], ArrayOf(), ArrayOf(1), ArrayOf(1.5), ArrayOf('x'), new Array(1)];
    plainArrays = new SafeSet();
    for (let i = 0; i < arraySamples.length; i++) plainArrays.add(structureId(arraySamples[i]));
  }
  return plainArrays.has(structureId(array));
}

function cloneArray(source, clones) {
  const { length } = source;
  const copy = [];
  copy.length = length;
  if (isPlainArray(source)) return cloneElements(source, length, copy, clones);
  turnsOfProgram++;
  const keys = ObjectKeys(source);
  // Indices come first and in order: if there are as many keys as elements and the last is the last index, there are no others.
  if (length === 0 || keys.length !== length || keys[length - 1] !== `${length - 1}`) {
    return cloneKeys(source, keys, copy, clones);
  }
  return cloneElements(source, length, copy, clones);
}

function cloneElements(source, length, copy, clones) {
  clones.set(source, copy);
  let mayHaveChanged = false;
  for (let i = 0; i < length; i++) {
    const element = source[i];
    if ((mayHaveChanged || element === undefined) && !ObjectHasOwn(source, i)) {
      // A getter may have removed it.
      if (mayHaveChanged) continue;
      // There may be little else than holes.
      return cloneKeys(source, ObjectKeys(source), copy, clones);
    }
    if (typeof element === 'object' && element !== null) mayHaveChanged = true;
    const value = clone(element, clones);
    if (i in copy) ObjectDefineProperty(copy, i, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
    else copy[i] = value;
  }
  return copy;
}

function cloneProperties(source, copy, clones) {
  return cloneKeys(source, ObjectKeys(source), copy, clones);
}

function cloneKeys(source, keys, copy, clones) {
  clones.set(source, copy);
  turnsOfProgram++;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    // A getter may have removed it.
    if (!ObjectHasOwn(source, key)) continue;
    const value = clone(source[key], clones);
    // A name that all objects have may be one of an accessor.
    if (key in copy) ObjectDefineProperty(copy, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
    else copy[key] = value;
  }
  return copy;
}

function cloneMap(source, clones) {
  const copy = new Map();
  clones.set(source, copy);
  // The entries are read before any code of the program's runs.
  const entries = [];
  MapPrototypeForEach(source, (value, key) => { ArrayPrototypePush(entries, key, value); });
  for (let i = 0; i < entries.length; i += 2) MapPrototypeSet(copy, clone(entries[i], clones), clone(entries[i + 1], clones));
  return copy;
}

function cloneSet(source, clones) {
  const copy = new Set();
  clones.set(source, copy);
  const values = [];
  SetPrototypeForEach(source, (value) => ArrayPrototypePush(values, value));
  for (let i = 0; i < values.length; i++) SetPrototypeAdd(copy, clone(values[i], clones));
  return copy;
}

function emptyBufferLike(buffer) {
  const byteLength = ArrayBufferPrototypeGetByteLength(buffer);
  return ArrayBufferPrototypeGetResizable(buffer) ?
    new ArrayBuffer(byteLength, { maxByteLength: ArrayBufferPrototypeGetMaxByteLength(buffer) }) :
    new ArrayBuffer(byteLength);
}

function cloneBuffer(buffer) {
  if (isDetached(buffer)) throw dataCloneError('An ArrayBuffer is detached and could not be cloned.');
  const copy = emptyBufferLike(buffer);
  TypedArrayPrototypeSet(new Uint8Array(copy), new Uint8Array(buffer));
  return copy;
}

function cloneTypedArray(array, clones) {
  const buffer = clone(TypedArrayPrototypeGetBuffer(array), clones);
  // The class by its tag: that of a Buffer is Uint8Array.
  const TypedArray = typedArrays[TypedArrayPrototypeGetSymbolToStringTag(array)];
  return viewOf(TypedArray, buffer, TypedArrayPrototypeGetByteOffset(array), TypedArrayPrototypeGetLength(array));
}

function viewOf(Class, buffer, byteOffset, length) {
  const view = new Class(buffer, byteOffset, length);
  transferredBuffers?.note(view, Class, buffer, byteOffset, length);
  return view;
}

function hidden(object, name, value) {
  ObjectDefineProperty(object, name, {
    __proto__: null, value, writable: true, enumerable: false, configurable: true,
  });
}

function cloneError(error, clones) {
  const { normalizeStack } = require('internal/errors/stack');
  normalizeStack(error);
  const { stack } = error;
  let copy;
  if (isDOMException(error)) {
    copy = (error.name === 'QuotaExceededError' ? require('web/quota_exceeded_error').cloneOf(error) : undefined) ??
      new DOMException(error.message, error.name);
  } else {
    copy = new (errorClasses[`${error.name}`] ?? Error)();
    const message = ObjectGetOwnPropertyDescriptor(error, 'message')?.value;
    if (message !== undefined) hidden(copy, 'message', `${message}`);
  }
  clones.set(error, copy);
  // Takes the engine's own properties from the copy too.
  normalizeStack(copy);
  if (typeof stack === 'string') hidden(copy, 'stack', stack);
  const cause = ObjectGetOwnPropertyDescriptor(error, 'cause');
  if (cause !== undefined && 'value' in cause) hidden(copy, 'cause', clone(cause.value, clones));
  return copy;
}

module.exports = {
  addTransfer,
  cloneWith,
  iterate,
  readTransferList,
  structuredClone,
};
