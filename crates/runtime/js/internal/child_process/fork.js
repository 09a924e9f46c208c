// fork: a child that runs a module with this same runtime and has a channel to it. And that child's end of the channel.
'use strict';

const {
  ArrayIsArray, ArrayPrototypeConcat, ArrayPrototypeIncludes, ArrayPrototypeIndexOf, ArrayPrototypeSlice, ArrayPrototypeSplice,
  NumberParseInt,
} = primordials;

const { codes: { ERR_CHILD_PROCESS_IPC_REQUIRED, ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { checkNoNull, checkNoNulls } = require('internal/child_process/arguments');
const { validateArray, validateObject } = require('internal/validators');
const { setupChannel } = require('internal/child_process/channel');
const { Pipe } = require('internal/streams/handle');

function fork(modulePath, args, options) {
  modulePath = require('internal/fs/arguments').pathOf(modulePath, 'modulePath');
  checkNoNull(modulePath, 'modulePath');
  if (args == null) {
    args = [];
  } else if (typeof args === 'object' && !ArrayIsArray(args)) {
    options = args;
    args = [];
  } else {
    validateArray(args, 'args');
  }
  if (options != null) validateObject(options, 'options');
  options = { __proto__: null, ...options, shell: false };
  options.execPath ||= process.execPath;
  checkNoNull(options.execPath, 'options.execPath');

  const execArgv = ownArguments(options.execArgv || process.execArgv);
  checkNoNulls(execArgv, 'options.execArgv');
  args = ArrayPrototypeConcat(execArgv, modulePath, args);
  checkNoNulls(args, 'args');

  if (typeof options.stdio === 'string') {
    options.stdio = stdioWithChannel(options.stdio);
  } else if (!ArrayIsArray(options.stdio)) {
    // The standard ones are the parent's unless it wants to read them.
    options.stdio = stdioWithChannel(options.silent ? 'pipe' : 'inherit');
  } else if (!ArrayPrototypeIncludes(options.stdio, 'ipc')) {
    throw new ERR_CHILD_PROCESS_IPC_REQUIRED('options.stdio');
  }
  return require('child_process').spawn(options.execPath, args, options);
}

// A child that is forked from `--eval` does not evaluate the same text.
function ownArguments(execArgv) {
  const source = process._eval;
  if (execArgv !== process.execArgv || source == null) return execArgv;
  const index = ArrayPrototypeIndexOf(execArgv, source);
  if (index <= 0) return execArgv;
  execArgv = ArrayPrototypeSlice(execArgv);
  ArrayPrototypeSplice(execArgv, index - 1, 2);
  return execArgv;
}

function stdioWithChannel(name) {
  switch (name) {
    case 'ignore':
    case 'pipe':
    case 'overlapped':
      return [name, name, name, 'ipc'];
    case 'inherit':
      return [0, 1, 2, 'ipc'];
    default:
      throw new ERR_INVALID_ARG_VALUE('stdio', name);
  }
}

// The child's end. The channel keeps it alive while somebody listens for what comes through it.
function _forkChild(fd, serializationMode) {
  const pipe = Pipe.open(fd);
  pipe.unref();
  const control = setupChannel(process, pipe, serializationMode);
  process.on('newListener', (name) => {
    if (name === 'message' || name === 'disconnect') control.refCounted();
  });
  process.on('removeListener', (name) => {
    if (name === 'message' || name === 'disconnect') control.unrefCounted();
  });
}

// Called before the program runs, in a process that was started with a channel.
function startInChild() {
  const { env } = process;
  const fd = NumberParseInt(env.NODE_CHANNEL_FD, 10);
  const mode = env.NODE_CHANNEL_SERIALIZATION_MODE || 'json';
  // The channel is not for the children of this process.
  delete env.NODE_CHANNEL_FD;
  delete env.NODE_CHANNEL_SERIALIZATION_MODE;
  _forkChild(fd, mode);
  if (env.WATCH_REPORT_DEPENDENCIES) require('internal/watch/report').reportLoadedFiles();
  if (env.NODE_UNIQUE_ID && process.argv[1]) {
    require('cluster')._setupWorker();
    delete env.NODE_UNIQUE_ID;
  }
}

module.exports = { _forkChild, fork, startInChild };
