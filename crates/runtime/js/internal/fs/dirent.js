'use strict';

// Dirent: a name in a directory with its type.

const { Symbol } = primordials;

const constants = require('internal/fs/constants');

const kType = Symbol('type');
const kStats = Symbol('stats');

class Dirent {
  constructor(name, type, path) {
    this.name = name;
    this.parentPath = path;
    this[kType] = type;
  }
}

const kinds = {
  __proto__: null,
  isDirectory: constants.UV_DIRENT_DIR,
  isFile: constants.UV_DIRENT_FILE,
  isBlockDevice: constants.UV_DIRENT_BLOCK,
  isCharacterDevice: constants.UV_DIRENT_CHAR,
  isSymbolicLink: constants.UV_DIRENT_LINK,
  isFIFO: constants.UV_DIRENT_FIFO,
  isSocket: constants.UV_DIRENT_SOCKET,
};
for (const name in kinds) {
  const kind = kinds[name];
  Dirent.prototype[name] = { [name]() { return this[kType] === kind; } }[name];
}

// The same for what was looked at by itself.
class DirentFromStats extends Dirent {
  constructor(name, stats, path) {
    super(name, null, path);
    this[kStats] = stats;
  }
}
for (const name in kinds) {
  DirentFromStats.prototype[name] = { [name]() { return this[kStats][name](); } }[name];
}

module.exports = { Dirent, DirentFromStats };
