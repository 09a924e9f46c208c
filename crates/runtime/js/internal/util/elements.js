// Whether an array or typed array has nothing but its elements.
//
// Asking a list for its keys makes a string of every index, which takes seconds for a large one. A list of the same
// structure as a sample without named properties has none either. The samples stay alive, so
// that the engine does not give their structures' numbers to others.
'use strict';

const {
  ArrayOf,
  ArrayPrototypeForEach,
  SafeSet,
  globalThis,
} = primordials;
const { isLoaded } = internalBinding('builtins');
const { structureId } = internalBinding('util');

let samples;
let structures;

function learn() {
  samples = [
    // Literals are copied when they are first written to, and are of another kind before.
    [], [1], [1.5], ['x'], ArrayOf(), ArrayOf(1), ArrayOf(1.5), ArrayOf('x'), new primordials.Array(1), new primordials.Array(SPARSE_LENGTH),
  ];
  ArrayPrototypeForEach([
    'Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array',
    'Float16Array', 'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array',
  ], (name) => {
    if (globalThis[name] !== undefined) samples[samples.length] = new globalThis[name](0);
  });
  if (isLoaded('internal/buffer/buffer')) samples[samples.length] = require('internal/buffer/buffer').Buffer.alloc(0);
  structures = new SafeSet();
  for (let i = 0; i < samples.length; i++) structures.add(structureId(samples[i]));
}

// Longer arrays are kept by their own layout from the start.
const SPARSE_LENGTH = 2 ** 31;

/** True only if the list has no named properties; false if it may have some. */
function hasOnlyElements(list) {
  if (structures === undefined) learn();
  return structures.has(structureId(list));
}

module.exports = { hasOnlyElements };
