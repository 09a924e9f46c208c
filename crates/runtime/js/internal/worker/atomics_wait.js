// `Atomics.wait` in a worker: says what it waits for, so that whoever ends the worker can wake it.
'use strict';

const {
  Atomics, AtomicsWait, ObjectDefineProperty, TypedArrayPrototypeGetBuffer, TypedArrayPrototypeGetByteOffset,
  TypedArrayPrototypeGetSymbolToStringTag,
} = primordials;
const { beginWait, endWait } = internalBinding('workers');

const elementBytes = { __proto__: null, Int32Array: 4, BigInt64Array: 8 };

function install() {
  const { wait } = {
    wait(typedArray, index, value, timeout) {
      const bytes = elementBytes[TypedArrayPrototypeGetSymbolToStringTag(typedArray)];
      // What is no place to wait at is told by the engine.
      if (bytes === undefined) return AtomicsWait(typedArray, index, value, timeout);
      beginWait(TypedArrayPrototypeGetBuffer(typedArray), TypedArrayPrototypeGetByteOffset(typedArray) + index * bytes);
      try {
        return AtomicsWait(typedArray, index, value, timeout);
      } finally {
        endWait();
      }
    },
  };
  ObjectDefineProperty(Atomics, 'wait', { __proto__: null, value: wait, writable: true, enumerable: false, configurable: true });
}

module.exports = { install };
