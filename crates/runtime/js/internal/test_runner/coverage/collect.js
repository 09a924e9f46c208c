// What processes have written about the code that they ran, as one list of functions for each file.
'use strict';

const { ArrayPrototypeForEach, ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeSort, JSONParse, SafeMap, StringPrototypeEndsWith } = primordials;

// A function by where it is; one that is all of its file by its name.
function keyOf(fn) {
  const { 0: { startOffset, endOffset } } = fn.ranges;
  return `${startOffset}-${endOffset} ${fn.functionName}`;
}

function isSameRange(a, b) {
  return a.startOffset === b.startOffset && a.endOffset === b.endOffset;
}

// What one process did not reach another may have reached: a range that is missing from one of two reports ran there as
// often as what is around it.
function mergeRanges(known, more) {
  const merged = [];
  ArrayPrototypeForEach(known, (range) => {
    if (range.count > 0) ArrayPrototypePush(merged, range);
  });
  ArrayPrototypeForEach(more, (range) => {
    for (let i = 0; i < known.length; i++) {
      if (!isSameRange(known[i], range)) continue;
      const wasCovered = known[i].count > 0;
      known[i].count += range.count;
      if (!wasCovered) ArrayPrototypePush(merged, known[i]);
      return;
    }
    if (range.count > 0) ArrayPrototypePush(merged, range);
  });
  return merged;
}

function mergeFunction(known, more) {
  if (known.isBlockCoverage && more.isBlockCoverage) {
    known.ranges = mergeRanges(known.ranges, more.ranges);
  } else if (more.isBlockCoverage) {
    known.ranges = more.ranges;
    known.isBlockCoverage = true;
  }
}

// The functions of each file that `isWanted`, by URL.
function collect(directory, isWanted) {
  const { readFileSync, readdirSync } = require('fs');
  const { join } = require('path');
  const files = new SafeMap();
  const names = ArrayPrototypeSort(readdirSync(directory));
  ArrayPrototypeForEach(names, (name) => {
    if (!StringPrototypeEndsWith(name, '.json')) return;
    const { result } = JSONParse(readFileSync(join(directory, name), 'utf8'));
    ArrayPrototypeForEach(result, ({ url, functions }) => {
      if (!isWanted(url)) return;
      let known = files.get(url);
      if (known === undefined) files.set(url, known = new SafeMap());
      ArrayPrototypeForEach(functions, (fn) => {
        const key = keyOf(fn);
        const before = known.get(key);
        if (before === undefined) known.set(key, fn);
        else mergeFunction(before, fn);
      });
    });
  });
  return files;
}

// In the order of the text, what is around others first.
function sorted(functions) {
  const list = [];
  functions.forEach((fn) => ArrayPrototypePush(list, fn));
  return ArrayPrototypeMap(ArrayPrototypeSort(list, (a, b) => {
    const { 0: first } = a.ranges;
    const { 0: second } = b.ranges;
    return first.startOffset - second.startOffset || second.endOffset - first.endOffset;
  }), (fn) => fn);
}

module.exports = { collect, sorted };
