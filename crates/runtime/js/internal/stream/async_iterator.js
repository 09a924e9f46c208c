'use strict';

// `for await (const chunk of readable)`: chunks by read(), waiting on 'readable', ending with the
// stream. Leaving the loop early destroys the stream unless told otherwise.

const { Promise } = primordials;

const { aggregateTwoErrors } = require('internal/errors');
const { destroyer } = require('internal/stream/destroy');
const { finished } = require('internal/stream/finished');

function iterate(stream, options) {
  if (typeof stream.read !== 'function') {
    const { Readable } = require('internal/stream/readable');
    stream = Readable.wrap(stream, { objectMode: true });
  }
  const iterator = chunks(stream, options);
  iterator.stream = stream;
  return iterator;
}

const nothing = () => {};

async function* chunks(stream, options) {
  let wake = nothing;
  // undefined while the stream goes on, null when it ended well.
  let outcome;

  function onReadable() {
    const waiting = wake;
    wake = nothing;
    waiting();
  }
  stream.on('readable', onReadable);
  const stopWatching = finished(stream, { writable: false }, (error) => {
    outcome = error ? aggregateTwoErrors(outcome, error) : null;
    onReadable();
  });

  try {
    while (true) {
      const chunk = stream.destroyed ? null : stream.read();
      if (chunk !== null) {
        yield chunk;
      } else if (outcome) {
        throw outcome;
      } else if (outcome === null) {
        return;
      } else {
        await new Promise((resolve) => { wake = resolve; });
      }
    }
  } catch (error) {
    outcome = aggregateTwoErrors(outcome, error);
    throw outcome;
  } finally {
    if ((outcome || options?.destroyOnReturn !== false) &&
        (outcome === undefined || stream._readableState.autoDestroy)) {
      destroyer(stream, null);
    } else {
      stream.off('readable', onReadable);
      stopWatching();
    }
  }
}

module.exports = { iterate };
