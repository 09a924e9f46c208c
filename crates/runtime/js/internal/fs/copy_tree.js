// cp, cpSync and promises.cp: a file, a link or a whole folder copied.
//
// The steps are written once, as a generator that yields what it asks of the file system: `[name, ...arguments]` of a function
// of fs. The synchronous form does each at once, the others with promises.
'use strict';

const { ArrayPrototypeEvery, ArrayPrototypeFilter, Error, Number, StringPrototypeSplit } = primordials;

const {
  codes: {
    ERR_FS_CP_DIR_TO_NON_DIR, ERR_FS_CP_EEXIST, ERR_FS_CP_EINVAL, ERR_FS_CP_FIFO_PIPE, ERR_FS_CP_NON_DIR_TO_DIR,
    ERR_FS_CP_SOCKET, ERR_FS_CP_SYMLINK_TO_SUBDIRECTORY, ERR_FS_CP_UNKNOWN, ERR_FS_EISDIR, ERR_INVALID_RETURN_VALUE,
  },
} = require('internal/errors');
const { isPromise } = require('internal/util/types');
const { validateBoolean, validateFunction, validateInteger, validateObject } = require('internal/validators');
const { callbackOf, pathOf } = require('internal/fs/arguments');
const { dirname, isAbsolute, join, parse, resolve } = require('path');

const EEXIST = 17;
const ENOTDIR = 20;
const EISDIR = 21;
const EINVAL = 22;
const OWNER_WRITES = 0o200;

// The synchronous form says it in plain errors, with words of its own.
function failure(options, Class, { errno, code, path, message, plainly }) {
  if (!options.isSync || plainly === undefined) return new Class({ message, path, syscall: 'cp', errno, code });
  const error = new Error(plainly);
  error.code = new Class({ message, path, syscall: 'cp', errno, code }).code;
  return error;
}

function* copy(src, dest, options) {
  const checked = yield* check(src, dest, options); // iterable: a generator of ours
  if (checked === undefined) return;
  yield* checkParents(src, checked.srcStat, dest, options); // iterable: a generator of ours
  const parent = dirname(dest);
  if (!(yield* exists(parent))) yield ['mkdir', parent, { recursive: true }]; // iterable: a generator of ours
  yield* copyOne(src, dest, checked, options); // iterable: a generator of ours
}

// The stats of both, or nothing if the filter does not want it copied.
function* check(src, dest, options) {
  if (options.filter !== undefined && !(yield ['filter', src, dest])) return undefined;
  const look = options.dereference ? 'stat' : 'lstat';
  const srcStat = yield [look, src, { bigint: true }];
  const destStat = yield* statOrNothing(look, dest); // iterable: a generator of ours
  if (destStat !== undefined) {
    if (areSame(srcStat, destStat)) {
      throw failure(options, ERR_FS_CP_EINVAL, {
        errno: EINVAL, code: 'EINVAL', path: dest,
        message: 'src and dest cannot be the same', plainly: `src and dest cannot be the same ${dest}`,
      });
    }
    if (srcStat.isDirectory() && !destStat.isDirectory()) {
      const rest = `overwrite non-directory ${dest} with directory ${src}`;
      throw failure(options, ERR_FS_CP_DIR_TO_NON_DIR, {
        errno: EISDIR, code: 'EISDIR', path: dest, message: `cannot ${rest}`, plainly: `Cannot ${rest}`,
      });
    }
    if (!srcStat.isDirectory() && destStat.isDirectory()) {
      const rest = `overwrite directory ${dest} with non-directory ${src}`;
      throw failure(options, ERR_FS_CP_NON_DIR_TO_DIR, {
        errno: ENOTDIR, code: 'ENOTDIR', path: dest, message: `cannot ${rest}`, plainly: `Cannot ${rest}`,
      });
    }
  }
  if (srcStat.isDirectory() && isInside(src, dest)) throw intoItself(options, src, dest);
  return { destStat, srcStat };
}

// Links can make a folder its own destination though the names do not say so.
function* checkParents(src, srcStat, dest, options) {
  const srcParent = resolve(dirname(src));
  for (let parent = resolve(dirname(dest)); parent !== srcParent && parent !== parse(parent).root; parent = resolve(dirname(parent))) {
    const stats = yield* statOrNothing('stat', parent); // iterable: a generator of ours
    if (stats === undefined) return;
    if (areSame(srcStat, stats)) throw intoItself(options, src, dest);
  }
}

const intoItself = (options, src, dest) => failure(options, ERR_FS_CP_EINVAL, {
  errno: EINVAL, code: 'EINVAL', path: dest,
  message: `cannot copy ${src} to a subdirectory of self ${dest}`,
  plainly: `Cannot copy ${src}/ to a subdirectory of self ${dest}`,
});

function* statOrNothing(look, path) {
  try {
    return yield [look, path, { bigint: true }];
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function* exists(path) {
  try {
    yield ['stat', path];
    return true;
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

const areSame = (one, other) => other.ino && other.dev && one.ino === other.ino && one.dev === other.dev;

function isInside(folder, path) {
  const names = (place) => ArrayPrototypeFilter(StringPrototypeSplit(resolve(place), '/'), (name) => name !== '');
  const inner = names(path);
  return ArrayPrototypeEvery(names(folder), (name, index) => inner[index] === name);
}

function* copyOne(src, dest, { destStat, srcStat }, options) {
  if (srcStat.isDirectory()) {
    if (!options.recursive) {
      throw failure(options, ERR_FS_EISDIR, {
        errno: EISDIR, code: 'EISDIR', path: src, message: `${src} is a directory (not copied)`,
        plainly: `Recursive option not enabled, cannot copy a directory: ${src}/`,
      });
    }
    yield* copyFolder(src, dest, srcStat, destStat, options); // iterable: a generator of ours
  } else if (srcStat.isFile() || srcStat.isCharacterDevice() || srcStat.isBlockDevice()) {
    yield* copyFile(src, dest, srcStat, destStat, options); // iterable: a generator of ours
  } else if (srcStat.isSymbolicLink()) {
    yield* copyLink(src, dest, destStat, options); // iterable: a generator of ours
  } else if (srcStat.isSocket()) {
    throw strange(options, ERR_FS_CP_SOCKET, dest, 'a socket file');
  } else if (srcStat.isFIFO()) {
    throw strange(options, ERR_FS_CP_FIFO_PIPE, dest, 'a FIFO pipe');
  } else {
    throw strange(options, ERR_FS_CP_UNKNOWN, dest, 'an unknown file type');
  }
}

const strange = (options, Class, dest, what) => failure(options, Class, {
  errno: EINVAL, code: 'EINVAL', path: dest, message: `cannot copy ${what}: ${dest}`, plainly: `Cannot copy ${what}: ${dest}`,
});

function* copyFile(src, dest, srcStat, destStat, options) {
  if (destStat !== undefined) {
    if (!options.force) {
      if (options.errorOnExist) {
        throw failure(options, ERR_FS_CP_EEXIST, { errno: EEXIST, code: 'EEXIST', path: dest, message: `${dest} already exists` });
      }
      return;
    }
    yield ['unlink', dest];
  }
  yield ['copyFile', src, dest, options.mode];
  const mode = Number(srcStat.mode);
  if (options.preserveTimestamps) {
    // Times can be set on what may be written alone.
    if ((mode & OWNER_WRITES) === 0) yield ['chmod', dest, mode | OWNER_WRITES];
    // Reading has changed the time of access.
    const { atime, mtime } = yield ['stat', src];
    yield ['utimes', dest, atime, mtime];
  }
  yield ['chmod', dest, mode];
}

function* copyFolder(src, dest, srcStat, destStat, options) {
  if (destStat === undefined) yield ['mkdir', dest];
  const names = yield ['readdir', src];
  for (let i = 0; i < names.length; i++) {
    const from = join(src, names[i]);
    const to = join(dest, names[i]);
    const checked = yield* check(from, to, options); // iterable: a generator of ours
    if (checked !== undefined) yield* copyOne(from, to, checked, options); // iterable: a generator of ours
  }
  if (destStat === undefined) yield ['chmod', dest, Number(srcStat.mode)];
}

function* copyLink(src, dest, destStat, options) {
  let target = yield ['readlink', src];
  // The synchronous form looks where such a link leads from here, and so finds no folder.
  const isUnseen = options.isSync && !isAbsolute(target);
  if (!options.verbatimSymlinks && !isAbsolute(target)) target = resolve(dirname(src), target);
  if (destStat === undefined) {
    yield ['symlink', target, dest];
    return;
  }
  let present;
  try {
    present = yield ['readlink', dest];
  } catch (error) {
    // No link: the system says that it is there.
    if (error.code !== 'EINVAL' && error.code !== 'UNKNOWN') throw error;
    yield ['symlink', target, dest];
    return;
  }
  if (!isAbsolute(present)) present = resolve(dirname(dest), present);
  const stats = yield* statOrNothing('stat', src); // iterable: a generator of ours
  if (stats?.isDirectory() && isInside(target, present) && !isUnseen) {
    throw failure(options, ERR_FS_CP_EINVAL, {
      errno: EINVAL, code: 'EINVAL', path: dest, message: `cannot copy ${target} to a subdirectory of self ${present}`,
    });
  }
  // Without the link at the destination there would be nothing left to point to.
  const destination = yield* statOrNothing('stat', dest); // iterable: a generator of ours
  if (destination?.isDirectory() && isInside(present, target) && !isUnseen) {
    throw failure(options, ERR_FS_CP_SYMLINK_TO_SUBDIRECTORY, {
      errno: EINVAL, code: 'EINVAL', path: dest, message: `cannot overwrite ${present} with ${target}`,
    });
  }
  yield ['unlink', dest];
  yield ['symlink', target, dest];
}

const defaults = {
  __proto__: null,
  dereference: false,
  errorOnExist: false,
  filter: undefined,
  force: true,
  preserveTimestamps: false,
  recursive: false,
  verbatimSymlinks: false,
};

function optionsOf(options) {
  if (options === undefined) return { ...defaults, mode: 0 };
  validateObject(options, 'options');
  options = { __proto__: null, ...defaults, ...options };
  validateBoolean(options.dereference, 'options.dereference');
  validateBoolean(options.errorOnExist, 'options.errorOnExist');
  validateBoolean(options.force, 'options.force');
  validateBoolean(options.preserveTimestamps, 'options.preserveTimestamps');
  validateBoolean(options.recursive, 'options.recursive');
  validateBoolean(options.verbatimSymlinks, 'options.verbatimSymlinks');
  options.mode ??= 0;
  validateInteger(options.mode, 'mode', 0, 7);
  if (options.dereference && options.verbatimSymlinks) {
    const { codes: { ERR_INCOMPATIBLE_OPTION_PAIR } } = require('internal/errors');
    throw new ERR_INCOMPATIBLE_OPTION_PAIR('dereference', 'verbatimSymlinks');
  }
  if (options.filter !== undefined) validateFunction(options.filter, 'options.filter');
  return options;
}

function placeOf(value, name) {
  const path = pathOf(value, name);
  if (typeof path === 'string') return path;
  const { Buffer } = require('internal/buffer/buffer');
  return Buffer.from(path).toString();
}

function cpSync(src, dest, options) {
  options = optionsOf(options);
  options.isSync = true;
  const fs = require('fs');
  const steps = copy(placeOf(src, 'src'), placeOf(dest, 'dest'), options);
  for (let step = steps.next(); !step.done;) {
    const { 0: name, 1: first, 2: second, 3: third } = step.value;
    let value;
    try {
      value = name === 'filter' ? decided(options.filter(first, second)) : fs[`${name}Sync`](first, second, third);
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    step = steps.next(value);
  }
}

function decided(answer) {
  if (isPromise(answer)) throw new ERR_INVALID_RETURN_VALUE('boolean', 'filter', answer);
  return answer;
}

async function copyLater(src, dest, options) {
  const { promises } = require('fs');
  const steps = copy(src, dest, options);
  for (let step = steps.next(); !step.done;) {
    const { 0: name, 1: first, 2: second, 3: third } = step.value;
    let value;
    try {
      value = await (name === 'filter' ? options.filter(first, second) : promises[name](first, second, third));
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    step = steps.next(value);
  }
}

async function cpPromise(src, dest, options) {
  options = optionsOf(options);
  return copyLater(placeOf(src, 'src'), placeOf(dest, 'dest'), options);
}

function cp(src, dest, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  callback = callbackOf(callback);
  options = optionsOf(options);
  copyLater(placeOf(src, 'src'), placeOf(dest, 'dest'), options)
    .then(() => process.nextTick(callback, null, undefined), (error) => process.nextTick(callback, error));
}

module.exports = { cp, cpPromise, cpSync };
