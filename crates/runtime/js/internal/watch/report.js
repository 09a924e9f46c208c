// In a program that is watched: tells the watcher of each file that is loaded.
'use strict';

const { ArrayPrototypeConcat, ReflectApply, SafeSet, StringPrototypeStartsWith } = primordials;

// What the loaders call with the path of a file that they read.
const READERS = ['readSource', 'compileCommonJs', 'compileModule', 'format'];

function reportLoadedFiles() {
  const binding = internalBinding('modules');
  const reported = new SafeSet();
  for (let i = 0; i < READERS.length; i++) {
    const read = binding[READERS[i]];
    if (typeof read !== 'function') continue;
    binding[READERS[i]] = function(path, ...rest) {
      if (typeof path === 'string' && StringPrototypeStartsWith(path, '/') && process.connected && !reported.has(path)) {
        reported.add(path);
        process.send({ 'watch:require': [path] });
      }
      return ReflectApply(read, binding, ArrayPrototypeConcat([path], rest));
    };
  }
  // The channel is not the program's.
  process.channel?.unref();
}

module.exports = { reportLoadedFiles };
