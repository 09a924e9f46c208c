// ReadableStream.from: a stream of what an iterator gives, asked one value at a time.
'use strict';

const { FunctionPrototypeCall, PromiseReject, SymbolAsyncIterator, SymbolIterator } = primordials;

const { codes: { ERR_ARG_NOT_ITERABLE, ERR_INVALID_STATE } } = require('internal/errors');
const { closeController, enqueue, failController } = require('web/streams/readable_default_controller');

function fromIterable(iterable) {
  const iterator = iteratorOf(iterable);
  const { next } = iterator;
  const { makeStream } = require('web/streams/readable_stream');
  const state = makeStream({
    __proto__: null,
    async pull() {
      try {
        const result = await call(next, iterator);
        if (!isObject(result)) throw badResult('next');
        if (result.done) closeController(state.controller);
        else enqueue(state.controller, isObject(result.value) ? await result.value : result.value);
      } catch (error) {
        failController(state.controller, error);
      }
    },
    async cancel(reason) {
      const method = iterator.return;
      if (method === undefined || method === null) return;
      const result = await FunctionPrototypeCall(method, iterator, reason);
      if (!isObject(result)) throw badResult('return');
    },
  }, 0);
  return state;
}

// What it throws is waited for like what it rejects with.
function call(next, iterator) {
  try {
    return FunctionPrototypeCall(next, iterator);
  } catch (error) {
    return PromiseReject(error);
  }
}

function badResult(method) {
  return new ERR_INVALID_STATE.TypeError(`The promise returned by the iterator.${method}() method must fulfill with an object`);
}

function isObject(value) {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function iteratorOf(iterable) {
  const method = iterable[SymbolAsyncIterator] ?? iterable[SymbolIterator];
  if (typeof method !== 'function') throw new ERR_ARG_NOT_ITERABLE(require('internal/util/inspect').inspect(iterable));
  const iterator = FunctionPrototypeCall(method, iterable);
  if (!isObject(iterator)) throw new ERR_INVALID_STATE.TypeError('The iterator method must return an object');
  return iterator;
}


module.exports = { fromIterable };
