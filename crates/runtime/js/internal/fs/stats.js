'use strict';

// Stats and BigIntStats: what stat, lstat and fstat tell. Dates are made when asked for.

const {
  ArrayPrototypeForEach, BigInt, Date, MathFloor, Number, ObjectDefineProperty, ObjectSetPrototypeOf, Symbol, globalThis,
} = primordials;

const { S_IFBLK, S_IFCHR, S_IFDIR, S_IFIFO, S_IFLNK, S_IFMT, S_IFREG, S_IFSOCK } = require('internal/fs/constants');

function StatsBase(dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks) {
  this.dev = dev;
  this.mode = mode;
  this.nlink = nlink;
  this.uid = uid;
  this.gid = gid;
  this.rdev = rdev;
  this.blksize = blksize;
  this.ino = ino;
  this.size = size;
  this.blocks = blocks;
}

const kinds = {
  __proto__: null,
  isDirectory: S_IFDIR,
  isFile: S_IFREG,
  isBlockDevice: S_IFBLK,
  isCharacterDevice: S_IFCHR,
  isSymbolicLink: S_IFLNK,
  isFIFO: S_IFIFO,
  isSocket: S_IFSOCK,
};
for (const name in kinds) {
  const kind = kinds[name];
  StatsBase.prototype[name] = { [name]() { return this._checkModeProperty(kind); } }[name];
}

function Stats(dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks,
               atimeMs, mtimeMs, ctimeMs, birthtimeMs) {
  StatsBase.call(this, dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks);
  this.atimeMs = atimeMs;
  this.mtimeMs = mtimeMs;
  this.ctimeMs = ctimeMs;
  this.birthtimeMs = birthtimeMs;
}

// What milliseconds leave out, under the names that Node shows.
const kAtime = Symbol('partialAtimeNs');
const kMtime = Symbol('partialMtimeNs');
const kCtime = Symbol('partialCtimeNs');
const kBirthtime = Symbol('kPartialBirthtimeNs');
ObjectSetPrototypeOf(Stats.prototype, StatsBase.prototype);
ObjectSetPrototypeOf(Stats, StatsBase);

Stats.prototype._checkModeProperty = function(kind) {
  return (this.mode & S_IFMT) === kind;
};

function BigIntStats(dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks,
                     atimeNs, mtimeNs, ctimeNs, birthtimeNs) {
  StatsBase.call(this, dev, mode, nlink, uid, gid, rdev, blksize, ino, size, blocks);
  this.atimeMs = atimeNs / 1_000_000n;
  this.mtimeMs = mtimeNs / 1_000_000n;
  this.ctimeMs = ctimeNs / 1_000_000n;
  this.birthtimeMs = birthtimeNs / 1_000_000n;
  this.atimeNs = atimeNs;
  this.mtimeNs = mtimeNs;
  this.ctimeNs = ctimeNs;
  this.birthtimeNs = birthtimeNs;
}
ObjectSetPrototypeOf(BigIntStats.prototype, StatsBase.prototype);
ObjectSetPrototypeOf(BigIntStats, StatsBase);

BigIntStats.prototype._checkModeProperty = function(kind) {
  return (this.mode & BigInt(S_IFMT)) === BigInt(kind);
};

// A Date property that replaces its getter by its value, as a plain field would be.
function defineDate(prototype, name) {
  ObjectDefineProperty(prototype, name, {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get() {
      // Rounded to whole milliseconds, as Node rounds.
      const value = new Date(Number(this[`${name}Ms`]) + 0.5);
      this[name] = value;
      return value;
    },
    set(value) {
      ObjectDefineProperty(this, name, {
        __proto__: null, configurable: true, enumerable: true, writable: true, value,
      });
    },
  });
}
ArrayPrototypeForEach(['atime', 'mtime', 'ctime', 'birthtime'], (name) => {
  defineDate(Stats.prototype, name);
  defineDate(BigIntStats.prototype, name);
});

// The same moments to the nanosecond.
function defineInstant(prototype, name, partial) {
  ObjectDefineProperty(prototype, `${name}Instant`, {
    __proto__: null,
    configurable: true,
    enumerable: true,
    get() {
      const wholeMs = this[`${name}Ms`];
      const ns = typeof wholeMs === 'bigint' ?
        this[`${name}Ns`] : BigInt(MathFloor(wholeMs / 1000)) * 1_000_000_000n + BigInt(this[partial]);
      return new globalThis.Temporal.Instant(ns);
    },
  });
}
ArrayPrototypeForEach([['atime', kAtime], ['mtime', kMtime], ['ctime', kCtime], ['birthtime', kBirthtime]], ({ 0: name, 1: partial }) => {
  defineInstant(Stats.prototype, name, partial);
  defineInstant(BigIntStats.prototype, name);
});

const milliseconds = (seconds, nanoseconds) => seconds * 1000 + nanoseconds / 1_000_000;
const nanoseconds = (seconds, rest) => seconds * 1_000_000_000n + rest;

// From the 18 fields of the native half.
function statsOf(f) {
  const isBig = typeof f[0] === 'bigint';
  const time = isBig ? nanoseconds : milliseconds;
  const Class = isBig ? BigIntStats : Stats;
  const stats = new Class(f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7], f[8], f[9],
                          time(f[10], f[11]), time(f[12], f[13]), time(f[14], f[15]), time(f[16], f[17]));
  if (!isBig) {
    stats[kAtime] = f[11];
    stats[kMtime] = f[13];
    stats[kCtime] = f[15];
    stats[kBirthtime] = f[17];
  }
  return stats;
}

module.exports = { BigIntStats, Stats, statsOf };
