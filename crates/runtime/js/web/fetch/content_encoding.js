// Bodies that arrive compressed, given as they were before: gzip, deflate, br and zstd, in as many layers as the header names.
//
// Without zlib nothing compressed is asked for, and a body that comes so all the same is an error that says why.
'use strict';

const { ArrayPrototypePush, FunctionPrototypeCall, StringPrototypeSplit, StringPrototypeTrim, TypeError } = primordials;

const CODINGS = {
  __proto__: null, 'gzip': 'createGunzip', 'x-gzip': 'createGunzip', 'deflate': 'createInflate', 'br': 'createBrotliDecompress',
  'zstd': 'createZstdDecompress',
};

let hasZlib;

function canDecode() {
  return hasZlib ??= internalBinding('builtins').isPublic('zlib');
}

// The state of a stream of the original bytes; the same stream if the header names anything that is not known.
function decoded(stream, header) {
  const names = StringPrototypeSplit(header, ',');
  const makers = [];
  for (let i = names.length - 1; i >= 0; i--) {
    const maker = CODINGS[StringPrototypeTrim(names[i])];
    if (maker === undefined) return stream;
    ArrayPrototypePush(makers, maker);
  }
  if (!canDecode()) {
    const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');
    throw new ERR_METHOD_NOT_IMPLEMENTED(`Decoding a body of content-encoding ${header}, which needs zlib,`);
  }
  const zlib = internalBinding('builtins').requireBuiltin('zlib');
  const { Readable } = require('internal/stream/readable');
  const { pipeline } = require('internal/stream/pipeline');
  const { faceOf, stateOf } = require('web/streams/readable_stream');
  let source = Readable.fromWeb(faceOf(stream));
  for (let i = 0; i < makers.length; i++) {
    const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH, ZSTD_e_flush } = zlib.constants;
    const flush = makers[i] === 'createBrotliDecompress' ? BROTLI_OPERATION_FLUSH :
      makers[i] === 'createZstdDecompress' ? ZSTD_e_flush : Z_SYNC_FLUSH;
    const decoder = zlib[makers[i]]({ __proto__: null, flush, finishFlush: flush });
    // What zlib says of broken data is the cause; an abort stays what it is.
    const { destroy } = decoder;
    decoder.destroy = function(error, callback) {
      const isBroken = typeof error?.code === 'string';
      const failure = isBroken ? new TypeError('terminated', { __proto__: null, cause: error }) : error;
      return FunctionPrototypeCall(destroy, this, failure, callback);
    };
    pipeline(source, decoder, () => {});
    source = decoder;
  }
  return stateOf(Readable.toWeb(source, { type: 'bytes' }));
}

module.exports = { canDecode, decoded };
