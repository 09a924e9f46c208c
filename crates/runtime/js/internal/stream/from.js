'use strict';

// `Readable.from`: a stream of what an iterable gives, one item per read, awaiting promises.

const { PromisePrototypeThen, SymbolAsyncIterator, SymbolIterator } = primordials;

const {
  codes: { ERR_INVALID_ARG_TYPE, ERR_STREAM_NULL_VALUES },
} = require('internal/errors');
const { Buffer } = require('internal/buffer/buffer');

function from(Readable, iterable, options) {
  // Text and bytes are one chunk, not a sequence of their elements.
  if (typeof iterable === 'string' || iterable instanceof Buffer) {
    return new Readable({
      objectMode: true,
      ...options,
      read() {
        this.push(iterable);
        this.push(null);
      },
    });
  }

  let iterator;
  let isAsync;
  if (iterable && iterable[SymbolAsyncIterator]) {
    isAsync = true;
    iterator = iterable[SymbolAsyncIterator]();
  } else if (iterable && iterable[SymbolIterator]) {
    isAsync = false;
    iterator = iterable[SymbolIterator]();
  } else {
    throw new ERR_INVALID_ARG_TYPE('iterable', ['Iterable'], iterable);
  }

  const readable = new Readable({ objectMode: true, highWaterMark: 1, ...options });
  const originalDestroy = readable._destroy;
  let reading = false;

  readable._read = function() {
    if (reading) return;
    reading = true;
    next();
  };
  readable._destroy = function(error, callback) {
    PromisePrototypeThen(
      close(error),
      () => originalDestroy.call(this, error, () => process.nextTick(callback, error)),
      (closeError) => originalDestroy.call(this, closeError || error,
                                           () => process.nextTick(callback, closeError || error)));
  };

  async function close(error) {
    const hadError = error !== undefined && error !== null;
    if (hadError && typeof iterator.throw === 'function') {
      const { value, done } = await iterator.throw(error);
      await value;
      if (done) return;
    }
    if (typeof iterator.return === 'function') {
      const { value } = await iterator.return();
      await value;
    }
  }

  async function next() {
    while (true) {
      try {
        const { value, done } = isAsync ? await iterator.next() : iterator.next();
        if (done) {
          readable.push(null);
          return;
        }
        const chunk = value && typeof value.then === 'function' ? await value : value;
        if (chunk === null) {
          reading = false;
          throw new ERR_STREAM_NULL_VALUES();
        }
        if (readable.push(chunk)) continue;
        reading = false;
      } catch (error) {
        readable.destroy(error);
      }
      return;
    }
  }
  return readable;
}

module.exports = { from };
