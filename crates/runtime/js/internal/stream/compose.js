'use strict';

// `stream.compose`: a chain of streams and functions seen as one Duplex, whose writable side is
// the first part and whose readable side is the last.

const { ArrayPrototypeSlice } = primordials;

const { codes: { ERR_INVALID_ARG_VALUE, ERR_MISSING_ARGS } } = require('internal/errors');
const { Bridge } = require('internal/stream/bridge');
const { destroyer } = require('internal/stream/destroy');
const { Duplex } = require('internal/stream/duplex');
const { finished } = require('internal/stream/finished');
const { isNodeStream, isReadable, isWebStream, isWritable } = require('internal/stream/inspect_state');
const { runPipeline } = require('internal/stream/pipeline');

function compose(...streams) {
  if (streams.length === 0) throw new ERR_MISSING_ARGS('streams');
  const originals = ArrayPrototypeSlice(streams);
  if (streams.length === 1) return Duplex.from(streams[0]);
  if (typeof streams[0] === 'function') streams[0] = Duplex.from(streams[0]);
  const lastIndex = streams.length - 1;
  if (typeof streams[lastIndex] === 'function') streams[lastIndex] = Duplex.from(streams[lastIndex]);
  for (let i = 0; i < streams.length; i++) {
    if (isWebStream(streams[i])) streams[i] = require('internal/stream/web_adapters').nodeStreamOf(streams[i], { objectMode: true });
    if (!isNodeStream(streams[i])) continue;
    if (i < lastIndex && !isReadable(streams[i])) {
      throw new ERR_INVALID_ARG_VALUE(`streams[${i}]`, originals[i], 'must be readable');
    }
    if (i > 0 && !isWritable(streams[i])) {
      throw new ERR_INVALID_ARG_VALUE(`streams[${i}]`, originals[i], 'must be writable');
    }
  }

  const head = streams[0];
  const tail = runPipeline(streams, onFinished);
  const writable = !!isWritable(head);
  const readable = !!isReadable(tail);

  const composed = new Duplex({
    // A stream of the web has no such mode.
    writableObjectMode: !!originals[0]?.writableObjectMode,
    readableObjectMode: !!(isWebStream(originals[lastIndex]) ? false : tail?.readableObjectMode),
    writable,
    readable,
  });
  const bridge = new Bridge(composed, (error) => {
    if (isNodeStream(tail)) destroyer(tail, error);
  });

  function onFinished(error) {
    if (bridge.settle(error)) return;
    if (error) composed.destroy(error);
    else if (!readable && !writable) composed.destroy();
  }

  if (writable) bridge.writeInto(head, (callback) => finished(tail, callback));
  if (readable) bridge.flowFrom(tail);
  return composed;
}

module.exports = { compose };
