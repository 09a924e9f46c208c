'use strict';

// `fs/promises`: the same operations as promises. An argument that is wrong rejects, it never throws.

const { ArrayPrototypeForEach, ReflectApply } = primordials;

const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');
const { operations } = require('internal/fs/operations');
const { performPromise } = require('internal/fs/perform');
const { FileHandle } = require('internal/fs/file_handle');
const constants = require('internal/fs/constants');

const promises = {};

// In Node's order, with the number of declared parameters.
const single = ['access', 'copyFile', 'rename', 'rm', 'rmdir', 'mkdir', 'readdir', 'readlink', 'symlink',
  'lstat', 'stat', 'link', 'unlink', 'chmod', 'lchown', 'chown', 'utimes', 'lutimes', 'realpath', 'mkdtemp',
  'writeFile', 'appendFile', 'readFile'];
ArrayPrototypeForEach(single, (name) => {
  const prepare = operations[name];
  promises[name] = {
    async [name](...args) {
      // A FileHandle stands for its descriptor where a path or a descriptor is taken.
      if (args[0] instanceof FileHandle) args[0] = args[0].fd;
      return performPromise(ReflectApply(prepare, undefined, args));
    },
  }[name];
});

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
  const entries = await promises.readdir(path, { ...options, withFileTypes: true });
  return new Dir(path, entries);
};

ArrayPrototypeForEach(['cp', 'glob', 'statfs', 'lchmod', 'mkdtempDisposable', 'watch'], (name) => {
  promises[name] = {
    [name]() { throw new ERR_METHOD_NOT_IMPLEMENTED(`fs.promises.${name}()`); },
  }[name];
});

promises.constants = constants;

module.exports = promises;
