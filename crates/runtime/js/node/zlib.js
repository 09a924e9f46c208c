'use strict';

// `zlib`: compression in the formats of zlib, gzip, Brotli and Zstandard, as streams and of whole buffers.

const { ObjectDefineProperties, ObjectKeys, StringPrototypeStartsWith } = primordials;

const {
  codes: { ERR_INVALID_ARG_TYPE, ERR_METHOD_NOT_IMPLEMENTED },
} = require('internal/errors');
const { buffers } = require('internal/buffer/late');
const { isArrayBufferView } = require('internal/util/views');
const { validateUint32 } = require('internal/validators');
const classes = require('internal/zlib/classes');
const { codes, constants } = require('internal/zlib/constants');
const { openBrotli, openZlib, openZstd } = require('internal/zlib/formats');
const { brotliFlushes, bytesOf, zlibFlushes, zstdFlushes } = require('internal/zlib/options');
const { synchronous, withCallback } = require('internal/zlib/whole');
const binding = internalBinding('zlib');

const {
  BrotliCompress, BrotliDecompress, Deflate, DeflateRaw, Gunzip, Gzip, Inflate, InflateRaw, Unzip, ZstdCompress,
  ZstdDecompress,
} = classes;

function crc32(data, value = 0) {
  if (typeof data !== 'string' && !isArrayBufferView(data)) {
    throw new ERR_INVALID_ARG_TYPE('data', ['string', 'Buffer', 'TypedArray', 'DataView'], data);
  }
  validateUint32(value, 'value');
  return binding.crc32(typeof data === 'string' ? buffers().from(data) : bytesOf(data), value);
}

const zlibSync = (Class, mode) => synchronous(Class, mode, openZlib, zlibFlushes);
const brotliSync = (Class, mode) => synchronous(Class, mode, openBrotli, brotliFlushes);
const zstdSync = (Class, mode) => synchronous(Class, mode, openZstd, zstdFlushes);

const missing = (name) => function() {
  throw new ERR_METHOD_NOT_IMPLEMENTED(`zlib.${name}()`);
};

module.exports = {
  crc32,
  Deflate,
  Inflate,
  Gzip,
  Gunzip,
  DeflateRaw,
  InflateRaw,
  Unzip,
  BrotliCompress,
  BrotliDecompress,
  ZstdCompress,
  ZstdDecompress,

  deflate: withCallback(Deflate),
  deflateSync: zlibSync(Deflate, constants.DEFLATE),
  gzip: withCallback(Gzip),
  gzipSync: zlibSync(Gzip, constants.GZIP),
  deflateRaw: withCallback(DeflateRaw),
  deflateRawSync: zlibSync(DeflateRaw, constants.DEFLATERAW),
  unzip: withCallback(Unzip),
  unzipSync: zlibSync(Unzip, constants.UNZIP),
  inflate: withCallback(Inflate),
  inflateSync: zlibSync(Inflate, constants.INFLATE),
  gunzip: withCallback(Gunzip),
  gunzipSync: zlibSync(Gunzip, constants.GUNZIP),
  inflateRaw: withCallback(InflateRaw),
  inflateRawSync: zlibSync(InflateRaw, constants.INFLATERAW),
  brotliCompress: withCallback(BrotliCompress),
  brotliCompressSync: brotliSync(BrotliCompress, constants.BROTLI_ENCODE),
  brotliDecompress: withCallback(BrotliDecompress),
  brotliDecompressSync: brotliSync(BrotliDecompress, constants.BROTLI_DECODE),
  zstdCompress: withCallback(ZstdCompress),
  zstdCompressSync: zstdSync(ZstdCompress, constants.ZSTD_COMPRESS),
  zstdDecompress: withCallback(ZstdDecompress),
  zstdDecompressSync: zstdSync(ZstdDecompress, constants.ZSTD_DECOMPRESS),
};

// The rest can not be assigned to.
const fixed = { __proto__: null };
const define = (name, value, enumerable, configurable) => {
  fixed[name] = { __proto__: null, value, enumerable, configurable, writable: false };
};
const factories = ['Deflate', 'Inflate', 'DeflateRaw', 'InflateRaw', 'Gzip', 'Gunzip', 'Unzip', 'BrotliCompress',
                   'BrotliDecompress', 'ZstdCompress', 'ZstdDecompress'];
for (let i = 0; i < factories.length; i++) {
  const Class = classes[factories[i]];
  const name = `create${factories[i]}`;
  define(name, { [name]: function(options) { return new Class(options); } }[name], true, true);
}
define('constants', constants, true, false);
define('codes', codes, true, false);
const archives = ['ZipEntry', 'ZipFile', 'ZipBuffer', 'createZipArchive', 'createZipArchiveSync', 'zipFiles',
                  'getMaxZipContentSize', 'setMaxZipContentSize'];
for (let i = 0; i < archives.length; i++) define(archives[i], missing(archives[i]), true, true);
// Names of old, which Brotli's constants came too late for.
const names = ObjectKeys(constants);
for (let i = 0; i < names.length; i++) {
  if (!StringPrototypeStartsWith(names[i], 'BROTLI')) define(names[i], constants[names[i]], false, false);
}
ObjectDefineProperties(module.exports, fixed);
