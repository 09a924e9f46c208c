'use strict';

// Every operation of fs that is one native call: what its arguments mean, once, for the callback,
// synchronous and promise forms alike. A key is the public name; a value prepares the operation.

const { ArrayPrototypeMap } = primordials;

const {
  codes: { ERR_FS_EISDIR, ERR_FS_FILE_TOO_LARGE, ERR_INVALID_ARG_TYPE },
} = require('internal/errors');
const {
  validateBoolean,
  validateInteger,
  validateObject,
  validateUint32,
} = require('internal/validators');
const {
  accessModeOf,
  dataOf,
  fdOf,
  fileOf,
  flagsOf,
  modeOf,
  optionsOf,
  pathOf,
  secondsOf,
} = require('internal/fs/arguments');
const { O_APPEND } = require('internal/fs/constants');
const native = internalBinding('fs');

let fastBuffer;

const bufferOf = (bytes) => {
  fastBuffer ??= require('internal/buffer/late').fastBuffer;
  return fastBuffer(bytes.buffer, bytes.byteOffset, bytes.byteLength);
};

// How the native half says that a file has more bytes than can be read at once.
const EFBIG = -27;

function tooLarge(file) {
  const fs = require('fs');
  const { size } = typeof file === 'number' ? fs.fstatSync(file) : fs.statSync(file);
  return new ERR_FS_FILE_TOO_LARGE(size);
}

const isUtf8 = (encoding) => encoding === 'utf8' || encoding === 'utf-8';

// A name as the caller wants it: the native half gives text for UTF-8 and bytes for the rest.
function nameAs(encoding) {
  if (encoding === 'buffer') return bufferOf;
  return (bytes) => bufferOf(bytes).toString(encoding);
}

// `{ asBytes, map }` for functions that give a file name.
function nameForm(options) {
  const { encoding } = optionsOf(options, { encoding: 'utf8' });
  if (encoding === undefined || encoding === null || isUtf8(encoding)) return { asBytes: false, map: undefined };
  return { asBytes: true, map: nameAs(encoding) };
}

const statsMap = (fields) => require('internal/fs/stats').statsOf(fields);

function statOperation(run, file, options) {
  const bigint = !!(options !== null && typeof options === 'object' && options.bigint);
  return { run, args: [file, bigint], path: file, map: statsMap };
}

const operations = {
  __proto__: null,

  readFile(path, options) {
    const { encoding, flag, signal } = optionsOf(options, { flag: 'r', encoding: null });
    const file = fileOf(path);
    const asText = isUtf8(encoding);
    const map = asText ? undefined : encoding ? (bytes) => bufferOf(bytes).toString(encoding) : bufferOf;
    const failure = (errno, syscall) => (errno === EFBIG && syscall === 'fstat' ? tooLarge(file) : undefined);
    return { run: native.readFile, args: [file, flagsOf(flag), !asText], path: file, pathFor: 'open', map, signal, failure };
  },

  writeFile(path, data, options) {
    const { encoding, flag, flush, mode, signal } =
      optionsOf(options, { encoding: 'utf8', mode: 0o666, flag: 'w', flush: false });
    validateBoolean(flush, 'options.flush');
    const bytes = dataOf(data, encoding);
    const file = fileOf(path);
    return {
      run: native.writeFile,
      args: [file, bytes, flagsOf(flag), modeOf(mode, 'mode', 0o666), flush],
      path: file,
      pathFor: 'open',
      isVoid: true,
      signal,
    };
  },

  appendFile(path, data, options) {
    const given = optionsOf(options, { encoding: 'utf8', mode: 0o666, flag: 'a', flush: false });
    // A descriptor was opened by somebody who chose its flags.
    const flag = typeof path === 'number' ? O_APPEND : given.flag || 'a';
    return operations.writeFile(path, data, { ...given, flag });
  },

  open(path, flags, mode) {
    const file = pathOf(path);
    return { run: native.open, args: [file, flagsOf(flags), modeOf(mode, 'mode', 0o666)], path: file };
  },

  close(fd) {
    return { run: native.close, args: [fdOf(fd)], isVoid: true };
  },

  fsync(fd) {
    return { run: native.fsync, args: [fdOf(fd)], isVoid: true };
  },

  fdatasync(fd) {
    return { run: native.fdatasync, args: [fdOf(fd)], isVoid: true };
  },

  ftruncate(fd, length = 0) {
    fdOf(fd);
    length ??= 0;
    validateInteger(length, 'len');
    return { run: native.ftruncate, args: [fd, length < 0 ? 0 : length], isVoid: true };
  },

  stat(path, options) {
    return statOperation(native.stat, pathOf(path), options);
  },

  lstat(path, options) {
    return statOperation(native.lstat, pathOf(path), options);
  },

  fstat(fd, options) {
    return statOperation(native.fstat, fdOf(fd), options);
  },

  statfs(path, options) {
    const file = pathOf(path);
    const bigint = !!(options !== null && typeof options === 'object' && options.bigint);
    const map = (fields) => require('internal/fs/statfs').statFsOf(fields);
    return { run: native.statfs, args: [file, bigint], path: file, map };
  },

  access(path, mode) {
    const file = pathOf(path);
    return { run: native.access, args: [file, accessModeOf(mode)], path: file, isVoid: true };
  },

  chmod(path, mode) {
    const file = pathOf(path);
    return { run: native.chmod, args: [file, modeOf(mode, 'mode')], path: file, isVoid: true };
  },

  fchmod(fd, mode) {
    return { run: native.fchmod, args: [fdOf(fd), modeOf(mode, 'mode')], isVoid: true };
  },

  chown(path, uid, gid) {
    return ownerOperation(native.chown, pathOf(path), uid, gid);
  },

  lchown(path, uid, gid) {
    return ownerOperation(native.lchown, pathOf(path), uid, gid);
  },

  fchown(fd, uid, gid) {
    return ownerOperation(native.fchown, fdOf(fd), uid, gid);
  },

  utimes(path, atime, mtime) {
    return timesOperation(native.utimes, pathOf(path), atime, mtime);
  },

  lutimes(path, atime, mtime) {
    return timesOperation(native.lutimes, pathOf(path), atime, mtime);
  },

  futimes(fd, atime, mtime) {
    return timesOperation(native.futimes, fdOf(fd), atime, mtime, 'atime', 'mtime');
  },

  readdir(path, options) {
    const given = optionsOf(options, { encoding: 'utf8' });
    const file = pathOf(path);
    if (given.recursive != null) validateBoolean(given.recursive, 'options.recursive');
    const { asBytes, map: nameMap } = nameForm(given);
    const map = ({ 0: names, 1: types }) => {
      const mapped = nameMap === undefined ? names : ArrayPrototypeMap(names, (name) => nameMap(name));
      return given.withFileTypes ? direntsOf(file, mapped, types) : mapped;
    };
    return { run: native.readdir, args: [file, asBytes, !!given.recursive], path: file, map };
  },

  mkdir(path, options) {
    let mode = 0o777;
    let recursive = false;
    if (typeof options === 'number' || typeof options === 'string') {
      mode = modeOf(options, 'mode');
    } else if (options) {
      if (options.recursive !== undefined) {
        recursive = options.recursive;
        validateBoolean(recursive, 'options.recursive');
      }
      if (options.mode !== undefined) mode = modeOf(options.mode, 'options.mode');
    }
    const file = pathOf(path);
    return { run: native.mkdir, args: [file, mode, recursive], path: file, isVoid: !recursive };
  },

  mkdtemp(prefix, options) {
    const { asBytes, map } = nameForm(options);
    const start = pathOf(prefix, 'prefix');
    if (typeof start === 'string' && start[start.length - 1] === 'X') warnAboutTemplate();
    const shown = typeof start === 'string' ? `${start}XXXXXX` : start;
    return { run: native.mkdtemp, args: [start, asBytes], path: shown, map };
  },

  rmdir(path, options) {
    const file = pathOf(path);
    if (options !== undefined) validateObject(options, 'options');
    if (options?.recursive !== undefined) {
      const { ERR_INVALID_ARG_VALUE } = require('internal/errors').codes;
      throw new ERR_INVALID_ARG_VALUE('options.recursive', options.recursive, 'is no longer supported');
    }
    return { run: native.rmdir, args: [file], path: file, isVoid: true };
  },

  rm(path, options) {
    const file = pathOf(path);
    const { force, maxRetries, recursive, retryDelay } = removalOf(options);
    return {
      run: native.rm,
      args: [file, recursive, force, maxRetries, retryDelay],
      path: file,
      isVoid: true,
      failure: (errno, syscall) => (syscall === 'rm' && !recursive ? isDirectoryError(file) : undefined),
    };
  },

  unlink(path) {
    const file = pathOf(path);
    return { run: native.unlink, args: [file], path: file, isVoid: true };
  },

  rename(oldPath, newPath) {
    return pairOperation(native.rename, pathOf(oldPath, 'oldPath'), pathOf(newPath, 'newPath'));
  },

  link(existingPath, newPath) {
    return pairOperation(native.link, pathOf(existingPath, 'existingPath'), pathOf(newPath, 'newPath'));
  },

  symlink(target, path, type) {
    if (type !== undefined && type !== null && typeof type !== 'string') {
      throw new ERR_INVALID_ARG_TYPE('type', 'string', type);
    }
    return pairOperation(native.symlink, pathOf(target, 'target'), pathOf(path));
  },

  readlink(path, options) {
    const { asBytes, map } = nameForm(options);
    const file = pathOf(path);
    return { run: native.readlink, args: [file, asBytes], path: file, map };
  },

  realpath(path, options) {
    const { asBytes, map } = nameForm(options);
    const file = pathOf(path);
    return { run: native.realpath, args: [file, asBytes], path: file, map };
  },

  copyFile(src, dest, mode) {
    const operation = pairOperation(native.copyFile, pathOf(src, 'src'), pathOf(dest, 'dest'));
    operation.args[2] = accessModeOf(mode);
    return operation;
  },
};

let warnedAboutTemplate = false;
function warnAboutTemplate() {
  if (warnedAboutTemplate) return;
  warnedAboutTemplate = true;
  process.emitWarning(
    'mkdtemp() templates ending with X are not portable. For details see: https://nodejs.org/api/fs.html');
}

function pairOperation(run, path, dest) {
  return { run, args: [path, dest], path, dest, isVoid: true };
}

function ownerOperation(run, file, uid, gid) {
  validateInteger(uid, 'uid', -1, 0xffffffff);
  validateInteger(gid, 'gid', -1, 0xffffffff);
  return { run, args: [file, uid, gid], path: file, isVoid: true };
}

function timesOperation(run, file, atime, mtime, atimeName = 'time', mtimeName = 'time') {
  return { run, args: [file, secondsOf(atime, atimeName), secondsOf(mtime, mtimeName)], path: file, isVoid: true };
}

function direntsOf(root, names, types) {
  const { Dirent } = require('internal/fs/dirent');
  const { basename, dirname, join } = require('path');
  return ArrayPrototypeMap(names, (name, index) => {
    if (typeof name !== 'string') return new Dirent(name, types[index], root);
    const folder = dirname(name);
    return new Dirent(basename(name), types[index], folder === '.' ? root : join(`${root}`, folder));
  });
}

const removalDefaults = { __proto__: null, force: false, maxRetries: 0, recursive: false, retryDelay: 100 };

function removalOf(options) {
  if (options === undefined || options === null) return removalDefaults;
  validateObject(options, 'options');
  const removal = { __proto__: null, ...removalDefaults, ...options };
  validateBoolean(removal.force, 'options.force');
  validateBoolean(removal.recursive, 'options.recursive');
  validateUint32(removal.maxRetries, 'options.maxRetries');
  validateUint32(removal.retryDelay, 'options.retryDelay');
  return removal;
}

// What Node answers when `rm` meets a directory without `recursive`.
function isDirectoryError(path) {
  return new ERR_FS_EISDIR({
    code: 'EISDIR',
    message: 'is a directory',
    path,
    syscall: 'rm',
    errno: 21,
  });
}

module.exports = { bufferOf, operations };
