'use strict';

// The public `child_process` module.

const { exec, execFile, killOnAbort } = require('internal/child_process/exec_file');
const { execFileSync, execSync, spawnSync } = require('internal/child_process/spawn_sync');
const { ChildProcess } = require('internal/child_process/child');
const {
  killSignalOf,
  normalizeSpawnArguments,
  validateTimeout,
} = require('internal/child_process/arguments');
const { validateAbortSignal } = require('internal/validators');

// Whatever can be wrong with the options is thrown before there is a child.
function spawn(file, args, options) {
  options = normalizeSpawnArguments(file, args, options);
  validateTimeout(options.timeout);
  validateAbortSignal(options.signal, 'options.signal');
  const killSignal = killSignalOf(options.killSignal);
  const child = new ChildProcess();
  child.spawn(options);

  if (options.timeout > 0) {
    let timer = setTimeout(() => {
      timer = null;
      try {
        child.kill(killSignal);
      } catch (error) {
        child.emit('error', error);
      }
    }, options.timeout);
    child.once('exit', () => {
      if (timer !== null) clearTimeout(timer);
    });
  }
  if (options.signal) {
    killOnAbort(child, options.signal, killSignal);
  }
  return child;
}

// Behind functions: a program that only spawns needs no channels.
// The default has no effect but on the length, which is Node's.
function fork(modulePath, args = undefined, options) {
  return require('internal/child_process/fork').fork(modulePath, args, options);
}

function _forkChild(fd, serializationMode) {
  require('internal/child_process/fork')._forkChild(fd, serializationMode);
}

module.exports = {
  _forkChild,
  ChildProcess,
  exec,
  execFile,
  execFileSync,
  execSync,
  fork,
  spawn,
  spawnSync,
};
