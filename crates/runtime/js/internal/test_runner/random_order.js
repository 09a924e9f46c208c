// The order of tests under `--test-randomize`: the same for the same seed.
'use strict';

const { ArrayPrototypePush, ArrayPrototypeSplice, MathFloor, MathImul, MathRandom } = primordials;

const RANGE = 4294967296;

function newSeed() {
  return MathFloor(MathRandom() * RANGE);
}

// Numbers from 0 to 1: the generator that is known as mulberry32.
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6D2B79F5) | 0;
    let mixed = MathImul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + MathImul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / RANGE;
  };
}

// Takes one of what is left.
function pick(list, next) {
  return ArrayPrototypeSplice(list, MathFloor(next() * list.length), 1)[0];
}

function shuffled(list, seed) {
  const next = generator(seed);
  const result = [];
  while (list.length > 0) ArrayPrototypePush(result, pick(list, next));
  return result;
}

module.exports = { generator, newSeed, pick, shuffled };
