// Which files `--test` and `run()` take for tests.
'use strict';

const { ArrayPrototypeFilter, ArrayPrototypeMap, ArrayPrototypeSort, StringPrototypeIncludes, StringPrototypeSlice } = primordials;

// The names that are tests without being asked for.
const DEFAULT_PATTERN = '**/{test,test/**/*,test-*,*[._-]test}.{js,mjs,cjs,ts,mts,cts}';

function isExcluded(entry) {
  return StringPrototypeIncludes(`/${typeof entry === 'string' ? entry : entry.name}/`, '/node_modules/');
}

// Absolute paths, sorted.
function findFiles(patterns, cwd) {
  const { globSync } = require('internal/fs/glob');
  const { resolve } = require('path');
  const isGiven = patterns.length > 0;
  const options = { __proto__: null, cwd };
  if (!isGiven) options.exclude = isExcluded;
  const found = globSync(isGiven ? patterns : [DEFAULT_PATTERN], options);
  const { statSync } = require('fs');
  const paths = ArrayPrototypeFilter(ArrayPrototypeMap(found, (name) => resolve(cwd, name)), (path) => {
    if (!isGiven && isExcluded(StringPrototypeSlice(path, cwd.length))) return false;
    return statSync(path, { __proto__: null, throwIfNoEntry: false })?.isFile() === true;
  });
  return ArrayPrototypeSort(paths);
}

module.exports = { DEFAULT_PATTERN, findFiles };
