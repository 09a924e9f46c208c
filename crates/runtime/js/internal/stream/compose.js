'use strict';

// `stream.compose`: a chain of streams and functions seen as one Duplex, whose writable side is
// the first part and whose readable side is the last.

const { ArrayPrototypeSlice } = primordials;

const {
  AbortError,
  codes: { ERR_INVALID_ARG_VALUE, ERR_MISSING_ARGS },
} = require('internal/errors');
const { destroyer } = require('internal/stream/destroy');
const { Duplex } = require('internal/stream/duplex');
const { isNodeStream, isReadable, isWritable } = require('internal/stream/inspect_state');
const { runPipeline } = require('internal/stream/pipeline');

function compose(...streams) {
  if (streams.length === 0) throw new ERR_MISSING_ARGS('streams');
  const originals = ArrayPrototypeSlice(streams);
  if (streams.length === 1) return Duplex.from(streams[0]);
  if (typeof streams[0] === 'function') streams[0] = Duplex.from(streams[0]);
  const lastIndex = streams.length - 1;
  if (typeof streams[lastIndex] === 'function') streams[lastIndex] = Duplex.from(streams[lastIndex]);
  for (let i = 0; i < streams.length; i++) {
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
  let onDrain;
  let onFinish;
  let onReadable;
  let onClose;

  const composed = new Duplex({
    writableObjectMode: !!head?.writableObjectMode,
    readableObjectMode: !!tail?.readableObjectMode,
    writable,
    readable,
  });

  function onFinished(error) {
    const callback = onClose;
    onClose = null;
    if (callback) {
      callback(error);
    } else if (error) {
      composed.destroy(error);
    } else if (!readable && !writable) {
      composed.destroy();
    }
  }

  if (writable) {
    composed._write = (chunk, encoding, callback) => {
      if (head.write(chunk, encoding)) {
        callback();
      } else {
        onDrain = callback;
      }
    };
    composed._final = (callback) => {
      head.end();
      onFinish = callback;
    };
    head.on('drain', () => {
      const callback = onDrain;
      onDrain = null;
      if (callback) callback();
    });
    require('internal/stream/finished').finished(tail, () => {
      const callback = onFinish;
      onFinish = null;
      if (callback) callback();
    });
  }
  if (readable) {
    tail.on('readable', () => {
      const callback = onReadable;
      onReadable = null;
      if (callback) callback();
    });
    tail.on('end', () => composed.push(null));
    composed._read = () => {
      while (true) {
        const chunk = tail.read();
        if (chunk === null) {
          onReadable = composed._read;
          return;
        }
        if (!composed.push(chunk)) return;
      }
    };
  }
  composed._destroy = (error, callback) => {
    if (!error && onClose !== null) error = new AbortError();
    onReadable = onDrain = onFinish = null;
    if (onClose === null) {
      callback(error);
    } else {
      onClose = callback;
      if (isNodeStream(tail)) destroyer(tail, error);
    }
  };
  return composed;
}

module.exports = { compose };
