'use strict';

// The public `fs` module: the callback and synchronous forms of the operations in internal/fs, and
// the few functions that are more than one operation.

const {
  ArrayPrototypePop, ObjectDefineProperties, ObjectDefineProperty, Promise, ReflectApply, SymbolFor,
} = primordials;

const { callbackOf, secondsOf } = require('internal/fs/arguments');
const { operations } = require('internal/fs/operations');
const { performCallback, performSync } = require('internal/fs/perform');
const constants = require('internal/fs/constants');
const readWrite = require('internal/fs/read_write');
const { lazyFunctions, lazyValue, lazyValues } = require('internal/util/lazy_members');

const STREAMS = 'internal/fs/streams';

const fs = module.exports = {};

// The public parameter counts of the callback forms: what `fn.length` tells.
const counts = {
  __proto__: null,
  appendFile: 4, access: 3, chown: 4, chmod: 3, close: 1, copyFile: 4, fchown: 4, fchmod: 3, fdatasync: 2,
  fstat: 1, fsync: 2, ftruncate: 1, futimes: 4, lchown: 4, link: 3, lstat: 1, lutimes: 4, mkdir: 3,
  mkdtemp: 3, open: 4, readdir: 3, readFile: 3, readlink: 3, rename: 3, rm: 3, rmdir: 3, stat: 1, statfs: 1,
  symlink: 4, unlink: 2, utimes: 4, writeFile: 4,
};

function defineForms(name) {
  const prepare = operations[name];
  const withCallback = {
    [name](...args) {
      const callback = callbackOf(args.length > 1 ? ArrayPrototypePop(args) : undefined);
      performCallback(ReflectApply(prepare, undefined, args), callback);
    },
  }[name];
  const syncName = `${name}Sync`;
  const sync = { [syncName](...args) { return performSync(ReflectApply(prepare, undefined, args)); } }[syncName];
  setLength(withCallback, counts[name]);
  setLength(sync, counts[name] > 1 ? counts[name] - 1 : 1);
  fs[name] = withCallback;
  fs[syncName] = sync;
}

function setLength(method, value) {
  ObjectDefineProperty(method, 'length', { __proto__: null, configurable: true, value });
}

for (const name in counts) defineForms(name);

const closeWithCallback = fs.close;
fs.close = function close(fd, callback = throwIfError) {
  closeWithCallback(fd, callback);
};
function throwIfError(error) {
  if (error != null) throw error;
}

// Not there is not an error when the caller says so.
function statSyncForm(name) {
  const strict = fs[`${name}Sync`];
  fs[`${name}Sync`] = { [`${name}Sync`](path, options = { bigint: false, throwIfNoEntry: true }) {
    if (options?.throwIfNoEntry !== false) return strict(path, options);
    try {
      return strict(path, options);
    } catch (error) {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
      throw error;
    }
  } }[`${name}Sync`];
}
statSyncForm('stat');
statSyncForm('lstat');

fs.read = readWrite.read;
fs.readSync = readWrite.readSync;
fs.readv = readWrite.readv;
fs.readvSync = readWrite.readvSync;
fs.write = readWrite.write;
fs.writeSync = readWrite.writeSync;
fs.writev = readWrite.writev;
fs.writevSync = readWrite.writevSync;

fs.exists = function exists(path, callback) {
  callbackOf(callback);
  try {
    fs.access(path, constants.F_OK, (error) => callback(!error));
  } catch {
    callback(false);
  }
};
ObjectDefineProperty(fs.exists, SymbolFor('nodejs.util.promisify.custom'), {
  __proto__: null,
  value: function exists(path) { return new Promise((resolve) => fs.exists(path, resolve)); },
});

fs.existsSync = function existsSync(path) {
  try {
    fs.accessSync(path, constants.F_OK);
    return true;
  } catch (error) {
    if (error.code === 'ERR_INVALID_ARG_TYPE') warnAboutExists();
    return false;
  }
};

let warnedAboutExists = false;
function warnAboutExists() {
  if (warnedAboutExists) return;
  warnedAboutExists = true;
  process.emitWarning(
    'Passing invalid argument types to fs.existsSync is deprecated', 'DeprecationWarning', 'DEP0187');
}

// Node resolves links itself and so reports the first path that is missing, by lstat.
function realpathSync(path, options) {
  try {
    return performSync(operations.realpath(path, options));
  } catch (error) {
    if (error.syscall !== 'realpath') throw error;
    const nameless = namelessPath(path);
    if (nameless !== undefined) return nameless;
    throw missingPartError(path) ?? error;
  }
}

// A link of /proc to a pipe or a socket leads to something without a path; Node gives the link's words for it.
function namelessPath(path) {
  const { dirname, resolve } = require('path');
  try {
    const stats = fs.statSync(path);
    if (!stats.isFIFO() && !stats.isSocket()) return undefined;
    let place = resolve(`${path}`);
    while (fs.lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink()) {
      place = resolve(realpathSync(dirname(place)), fs.readlinkSync(place));
    }
    return place;
  } catch {
    return undefined;
  }
}

function missingPartError(path) {
  const { dirname, resolve } = require('path');
  let missing;
  for (let part = resolve(`${path}`); ; part = dirname(part)) {
    try {
      fs.lstatSync(part);
      break;
    } catch (error) {
      missing = error;
    }
    if (part === '/') break;
  }
  return missing;
}

fs.realpath = function realpath(path, options, callback) {
  callback = callbackOf(typeof options === 'function' ? options : callback);
  performCallback(operations.realpath(path, options), (error, value) => {
    const nameless = error === null ? undefined : namelessPath(path);
    if (nameless !== undefined) callback(null, nameless);
    else callback(error === null ? null : missingPartError(path) ?? error, value);
  });
};
fs.realpath.native = function native(path, options, callback) {
  callback = callbackOf(typeof options === 'function' ? options : callback);
  performCallback(operations.realpath(path, options), callback);
};
fs.realpathSync = realpathSync;
fs.realpathSync.native = function native(path, options) {
  return performSync(operations.realpath(path, options));
};

fs.truncate = function truncate(path, length, callback) {
  if (typeof length === 'function') {
    callback = length;
    length = 0;
  }
  callbackOf(callback);
  fs.open(path, 'r+', (openError, fd) => {
    if (openError) {
      callback(openError);
      return;
    }
    fs.ftruncate(fd, length ?? 0, (error) => {
      fs.close(fd, (closeError) => callback(error ?? closeError));
    });
  });
};

fs.truncateSync = function truncateSync(path, length) {
  const fd = fs.openSync(path, 'r+');
  try {
    fs.ftruncateSync(fd, length ?? 0);
  } finally {
    fs.closeSync(fd);
  }
};

fs.opendir = function opendir(path, options, callback) {
  callback = callbackOf(typeof options === 'function' ? options : callback);
  const given = typeof options === 'function' ? undefined : options;
  fs.readdir(path, { ...given, withFileTypes: true }, (error, entries) => {
    if (error) {
      error.syscall = 'opendir';
      error.message = error.message.replace('scandir', 'opendir');
      callback(error);
      return;
    }
    callback(null, new fs.Dir(path, entries));
  });
};

fs.opendirSync = function opendirSync(path, options) {
  try {
    return new fs.Dir(path, fs.readdirSync(path, { ...options, withFileTypes: true }));
  } catch (error) {
    if (error.syscall === 'scandir') {
      error.syscall = 'opendir';
      error.message = error.message.replace('scandir', 'opendir');
    }
    throw error;
  }
};

fs.createReadStream = function createReadStream(path, options) {
  return new fs.ReadStream(path, options);
};
fs.createWriteStream = function createWriteStream(path, options) {
  return new fs.WriteStream(path, options);
};

fs._toUnixTimestamp = secondsOf;
fs.lchmod = fs.lchmodSync = undefined;

// Whole modules of their own, loaded when they are first called.
lazyFunctions(fs, 'internal/fs/copy_tree', { cp: 4, cpSync: 3 });
lazyFunctions(fs, 'internal/fs/glob', { glob: 3, globSync: 2 });
lazyFunctions(fs, 'internal/fs/temporary', { mkdtempDisposableSync: 2 });
lazyFunctions(fs, 'internal/fs/file_blob', { openAsBlob: 1, openAsBlobSync: 1 });
lazyFunctions(fs, 'internal/fs/watch', { watch: 3 });
lazyFunctions(fs, 'internal/fs/watch_file', { watchFile: 3, unwatchFile: 2 });

lazyValues(fs, 'internal/fs/dirent', ['Dirent']);
lazyValues(fs, 'internal/fs/stats', ['Stats']);
lazyValues(fs, 'internal/fs/dir', ['Dir']);
lazyValues(fs, STREAMS, ['ReadStream', 'WriteStream']);
lazyValue(fs, 'FileReadStream', () => require(STREAMS).ReadStream);
lazyValue(fs, 'FileWriteStream', () => require(STREAMS).WriteStream);
lazyValues(fs, 'internal/fs/utf8_stream', ['Utf8Stream']);

ObjectDefineProperties(fs, {
  constants: { __proto__: null, enumerable: true, value: constants },
  promises: {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get() { return require('internal/fs/promises'); },
  },
});
