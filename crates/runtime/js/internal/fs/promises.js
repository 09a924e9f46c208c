'use strict';

// `fs/promises`: the same operations as promises. An argument that is wrong rejects, it never throws.

const { ArrayPrototypeForEach, ReflectApply } = primordials;

const { codes: { ERR_METHOD_NOT_IMPLEMENTED }, uvException } = require('internal/errors');
const { operations } = require('internal/fs/operations');
const { performPromise } = require('internal/fs/perform');
const { abortErrorOf, optionsOf } = require('internal/fs/arguments');
const { FileHandle, isSequence } = require('internal/fs/file_handle');
const { validateBoolean } = require('internal/validators');
const constants = require('internal/fs/constants');

const promises = {};

// What Node performs in native code from beginning to end; errors of these do not tell who awaits them.
const isNativeAltogether = { __proto__: null, appendFile: true, readFile: true, rm: true, writeFile: true };

// In Node's order, with the number of declared parameters.
const single = ['access', 'copyFile', 'rename', 'rm', 'rmdir', 'mkdir', 'readdir', 'readlink', 'symlink',
  'lstat', 'stat', 'statfs', 'link', 'unlink', 'chmod', 'lchown', 'chown', 'utimes', 'lutimes', 'realpath', 'mkdtemp',
  'writeFile', 'appendFile', 'readFile'];
ArrayPrototypeForEach(single, (name) => {
  const prepare = operations[name];
  promises[name] = {
    async [name](...args) {
      if ((name === 'writeFile' || name === 'appendFile') && isSequence(args[1])) {
        return writeSequence(args[0], args[1], args[2], name === 'appendFile' ? 'a' : 'w');
      }
      // A FileHandle stands for its descriptor where a path or a descriptor is taken.
      const isHandle = args[0] instanceof FileHandle;
      if (isHandle) args[0] = args[0].fd;
      return performPromise(ReflectApply(prepare, undefined, args), isHandle || !isNativeAltogether[name]);
    },
  }[name];
});

// What comes in pieces is written piece by piece.
async function writeSequence(path, pieces, options, defaultFlag) {
  if (path instanceof FileHandle) return path.writeFile(pieces, options);
  const { flag, flush, mode, signal } =
    optionsOf(options, { encoding: 'utf8', mode: 0o666, flag: defaultFlag, flush: false });
  validateBoolean(flush, 'options.flush');
  if (signal?.aborted) throw abortErrorOf(signal);
  const handle = await promises.open(path, flag, mode);
  try {
    await handle.writeFile(pieces, options);
    if (flush) await handle.sync();
  } finally {
    await handle.close();
  }
}

promises.open = async function open(path, flags, mode) {
  return new FileHandle(await performPromise(operations.open(path, flags, mode)));
};

promises.truncate = async function truncate(path, length = 0) {
  const handle = await promises.open(path, 'r+');
  try {
    await handle.truncate(length);
  } finally {
    await handle.close();
  }
};

promises.opendir = async function opendir(path, options) {
  const { Dir } = require('internal/fs/dir');
  const operation = operations.readdir(path, { ...options, withFileTypes: true });
  operation.failure = (errno) => uvException({ errno, syscall: 'opendir', path: operation.path });
  const entries = await performPromise(operation, false);
  return new Dir(path, entries);
};

promises.cp = async function cp(src, dest, options) {
  return require('internal/fs/copy_tree').cpPromise(src, dest, options);
};

promises.glob = async function* glob(patterns, options) {
  yield* require('internal/fs/glob').globPromise(patterns, options); // iterable: a generator of ours
};

promises.watch = async function* watch(filename, options = undefined) {
  yield* require('internal/fs/watch').watchPromise(filename, options); // iterable: a generator of ours
};

promises.mkdtempDisposable = async function mkdtempDisposable(prefix, options) {
  return require('internal/fs/temporary').mkdtempDisposable(prefix, options);
};

promises.lchmod = async function lchmod(path, mode) {
  throw new ERR_METHOD_NOT_IMPLEMENTED('lchmod()');
};

promises.constants = constants;

module.exports = promises;
