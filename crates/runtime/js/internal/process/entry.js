// What the loader and the process object both say about the entry, kept here so that a program which never
// touches `process` does not pay for it.
'use strict';

const options = internalBinding('options');

const entry = {
  // process.mainModule
  mainModule: undefined,
  // It is an ES module that is not done.
  isWaiting: false,
  // Set when the process object is made.
  process: undefined,

  // process.argv[1], which a program may have changed.
  get path() {
    return (entry.process ?? options).argv[1];
  },
  set path(path) {
    (entry.process ?? options).argv[1] = path;
  },
};

module.exports = entry;
