// Objects of the platform that can go to another environment, and the builtin that knows each kind: it is loaded when one arrives.
'use strict';

const { Error } = primordials;
const { learnKinds, platformCalled } = require('web/cloneable_kinds');

const builtins = {
  __proto__: null,
  AbortSignal: 'internal/messaging/transferable_abort',
  Blob: 'internal/buffer/blob',
  BlockList: 'internal/net/block_list',
  CryptoKey: 'web/crypto/crypto_key',
  File: 'internal/buffer/blob',
  FileHandle: 'internal/fs/file_handle',
  Histogram: 'internal/perf/histogram',
  KeyObject: 'internal/crypto/keys',
  ReadableStream: 'web/streams/readable_stream',
  RecordableHistogram: 'internal/perf/histogram',
  SocketAddress: 'internal/net/socket_address',
  TransformStream: 'web/streams/readable_stream',
  'WebAssembly.Module': 'internal/wasm_modules',
  WritableStream: 'web/streams/writable_stream',
  X509Certificate: 'internal/crypto/x509',
};

function kindCalled(name) {
  const builtin = builtins[name];
  if (builtin === undefined) throw new Error(`a message has an object of the unknown kind ${name}`);
  require(builtin);
  learnKinds();
  return platformCalled(name);
}

module.exports = { kindCalled };
