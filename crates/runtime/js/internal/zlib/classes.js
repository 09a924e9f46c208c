'use strict';

// The classes of `zlib`: one per format and direction.

const { ObjectSetPrototypeOf, ReflectApply } = primordials;

const {
  codes: { ERR_INTERNAL_ASSERTION },
} = require('internal/errors');
const { checkRangesOrGetDefault } = require('internal/validators');
const { openBrotli, openZlib, openZstd } = require('internal/zlib/formats');
const { brotliFlushes, instantiate, zlibFlushes, zstdFlushes } = require('internal/zlib/options');
const { ZlibBase } = require('internal/zlib/stream');
const {
  constants: {
    BROTLI_DECODE, BROTLI_ENCODE, DEFLATE, DEFLATERAW, GUNZIP, GZIP, INFLATE, INFLATERAW, UNZIP, Z_DEFAULT_STRATEGY,
    Z_FIXED, Z_MAX_LEVEL, Z_MIN_LEVEL, Z_SYNC_FLUSH, ZSTD_COMPRESS, ZSTD_DECOMPRESS,
  },
} = require('internal/zlib/constants');

function inherit(Class, Base) {
  ObjectSetPrototypeOf(Class.prototype, Base.prototype);
  ObjectSetPrototypeOf(Class, Base);
}

function Zlib(options, mode) {
  ReflectApply(ZlibBase, this, [options, mode, openZlib, zlibFlushes]);
}
inherit(Zlib, ZlibBase);

// What was written before keeps the old parameters: it is flushed first.
Zlib.prototype.params = function(level, strategy, callback) {
  checkRangesOrGetDefault(level, 'level', Z_MIN_LEVEL, Z_MAX_LEVEL);
  checkRangesOrGetDefault(strategy, 'strategy', Z_DEFAULT_STRATEGY, Z_FIXED);
  if (this._level === level && this._strategy === strategy) {
    if (callback) process.nextTick(callback);
    return;
  }
  this.flush(Z_SYNC_FLUSH, () => {
    if (!this._handle) throw new ERR_INTERNAL_ASSERTION('zlib binding closed');
    this._handle.params(level, strategy);
    if (this.destroyed) return;
    this._level = level;
    this._strategy = strategy;
    if (callback) callback();
  });
};

function Deflate(options) {
  if (!(this instanceof Deflate)) return instantiate(Deflate, options);
  ReflectApply(Zlib, this, [options, DEFLATE]);
}
inherit(Deflate, Zlib);

function Inflate(options) {
  if (!(this instanceof Inflate)) return instantiate(Inflate, options);
  ReflectApply(Zlib, this, [options, INFLATE]);
}
inherit(Inflate, Zlib);

function Gzip(options) {
  if (!(this instanceof Gzip)) return instantiate(Gzip, options);
  ReflectApply(Zlib, this, [options, GZIP]);
}
inherit(Gzip, Zlib);

function Gunzip(options) {
  if (!(this instanceof Gunzip)) return instantiate(Gunzip, options);
  ReflectApply(Zlib, this, [options, GUNZIP]);
}
inherit(Gunzip, Zlib);

function DeflateRaw(options) {
  if (!(this instanceof DeflateRaw)) return instantiate(DeflateRaw, options);
  ReflectApply(Zlib, this, [options, DEFLATERAW]);
}
inherit(DeflateRaw, Zlib);

function InflateRaw(options) {
  if (!(this instanceof InflateRaw)) return instantiate(InflateRaw, options);
  ReflectApply(Zlib, this, [options, INFLATERAW]);
}
inherit(InflateRaw, Zlib);

function Unzip(options) {
  if (!(this instanceof Unzip)) return instantiate(Unzip, options);
  ReflectApply(Zlib, this, [options, UNZIP]);
}
inherit(Unzip, Zlib);

function Brotli(options, mode) {
  ReflectApply(ZlibBase, this, [options, mode, openBrotli, brotliFlushes]);
}
inherit(Brotli, Zlib);

function BrotliCompress(options) {
  if (!(this instanceof BrotliCompress)) return instantiate(BrotliCompress, options);
  ReflectApply(Brotli, this, [options, BROTLI_ENCODE]);
}
inherit(BrotliCompress, Brotli);

function BrotliDecompress(options) {
  if (!(this instanceof BrotliDecompress)) return instantiate(BrotliDecompress, options);
  ReflectApply(Brotli, this, [options, BROTLI_DECODE]);
}
inherit(BrotliDecompress, Brotli);

class Zstd extends ZlibBase {
  constructor(options, mode) { super(options, mode, openZstd, zstdFlushes); }
}

class ZstdCompress extends Zstd {
  constructor(options) { super(options, ZSTD_COMPRESS); }
}

class ZstdDecompress extends Zstd {
  constructor(options) { super(options, ZSTD_DECOMPRESS); }
}

module.exports = {
  BrotliCompress,
  BrotliDecompress,
  Deflate,
  DeflateRaw,
  Gunzip,
  Gzip,
  Inflate,
  InflateRaw,
  Unzip,
  ZstdCompress,
  ZstdDecompress,
};
