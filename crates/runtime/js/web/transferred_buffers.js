// The buffers that move with a clone, and the views of them in it.
//
// While the clone is made, a buffer stands for itself and its views are views of it. When nothing can fail any more, `move` takes
// the memory from the program and goes through the clone, which is plain data of ours, to put what has the memory now in the
// place of what had it.
'use strict';

const {
  ArrayBufferPrototypeTransfer,
  ArrayIsArray,
  ArrayPrototypePop,
  ArrayPrototypePush,
  MapPrototypeClear,
  MapPrototypeForEach,
  MapPrototypeSet,
  ObjectDefineProperty,
  ObjectGetOwnPropertyDescriptor,
  ObjectGetPrototypeOf,
  ObjectKeys,
  ObjectPrototype,
  SafeMap,
  SafeSet,
  SetPrototypeAdd,
  SetPrototypeClear,
  SetPrototypeForEach,
} = primordials;
const types = require('internal/util/types');
const { noteMoved } = internalBinding('ports');

class TransferredBuffers {
  #buffers = [];
  // { view, Class, buffer, byteOffset, length }
  #views = [];
  #standIns = new SafeMap();

  add(buffer) {
    ArrayPrototypePush(this.#buffers, buffer);
  }

  some(test) {
    for (let i = 0; i < this.#buffers.length; i++) if (test(this.#buffers[i])) return true;
    return false;
  }

  // A view that was made for the clone.
  note(view, Class, buffer, byteOffset, length) {
    ArrayPrototypePush(this.#views, { __proto__: null, view, Class, buffer, byteOffset, length });
  }

  // Moves the memory, and gives the clone that has it.
  move(clone) {
    for (let i = 0; i < this.#buffers.length; i++) {
      this.#standIns.set(this.#buffers[i], moveBuffer(this.#buffers[i]));
    }
    for (let i = 0; i < this.#views.length; i++) {
      const { view, Class, buffer, byteOffset, length } = this.#views[i];
      const moved = this.#standIns.get(buffer);
      if (moved !== undefined) this.#standIns.set(view, new Class(moved, byteOffset, length));
    }
    return this.#standIns.get(clone) ?? this.#goThrough(clone);
  }

  // Not by recursion: whatever was cloned has to be gone through to its end.
  #goThrough(clone) {
    const seen = new SafeSet();
    const left = [clone];
    const replaced = (value) => {
      if (typeof value !== 'object' || value === null) return value;
      const standIn = this.#standIns.get(value);
      if (standIn !== undefined) return standIn;
      if (!seen.has(value)) {
        seen.add(value);
        ArrayPrototypePush(left, value);
      }
      return value;
    };
    while (left.length !== 0) replaceIn(ArrayPrototypePop(left), replaced);
    return clone;
  }
}

// The buffer that has the memory of another, which is detached.
function moveBuffer(buffer) {
  const moved = ArrayBufferPrototypeTransfer(buffer);
  noteMoved(moved);
  return moved;
}

function replaceIn(value, replaced) {
  if (typeof value !== 'object' || value === null) return;
  if (types.isMap(value)) replaceInMap(value, replaced);
  else if (types.isSet(value)) replaceInSet(value, replaced);
  else if (types.isNativeError(value)) replaceCause(value, replaced);
  else if (ArrayIsArray(value) || ObjectGetPrototypeOf(value) === ObjectPrototype) replaceProperties(value, replaced);
}

function replaceProperties(object, replaced) {
  const keys = ObjectKeys(object);
  for (let i = 0; i < keys.length; i++) {
    const value = object[keys[i]];
    const standIn = replaced(value);
    if (standIn !== value) object[keys[i]] = standIn;
  }
}

// The order stays, so all entries are put in again.
function replaceInMap(map, replaced) {
  const entries = [];
  MapPrototypeForEach(map, (value, key) => ArrayPrototypePush(entries, [key, value]));
  MapPrototypeClear(map);
  for (let i = 0; i < entries.length; i++) MapPrototypeSet(map, replaced(entries[i][0]), replaced(entries[i][1]));
}

function replaceInSet(set, replaced) {
  const values = [];
  SetPrototypeForEach(set, (value) => ArrayPrototypePush(values, value));
  SetPrototypeClear(set);
  for (let i = 0; i < values.length; i++) SetPrototypeAdd(set, replaced(values[i]));
}

function replaceCause(error, replaced) {
  const cause = ObjectGetOwnPropertyDescriptor(error, 'cause');
  if (cause === undefined) return;
  ObjectDefineProperty(error, 'cause', { __proto__: null, ...cause, value: replaced(cause.value) });
}

module.exports = { TransferredBuffers, moveBuffer, replaceIn };
