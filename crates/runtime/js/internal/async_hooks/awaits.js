// What sources that wait call around what they wait for; crates/source puts the calls there (async_context.rs, awaits.rs).
//
// Two things have a reason to be here and not in the engine:
//
// - `for await` over a synchronous iterable. The engine's own never goes on when a value rejects and the iterator has
//   no `return`, as that of an array. Whether a rejection closes the iterator differs by era: it does since 2025.
// - Up to Node 10 every wait made a promise of its own and resolved it with what is awaited. If that is a promise, the
//   queue takes three turns: one to call its `then`, one for that to settle the promise around it, one to go on.
'use strict';

const {
  FunctionPrototypeCall, ObjectDefineProperty, ObjectGetPrototypeOf, Promise, PromisePrototypeThen, PromiseReject,
  PromiseResolve, SymbolAsyncIterator, SymbolIterator, TypeError,
} = primordials;
const { loop } = internalBinding('options');

const closesOnRejection = loop.closesIteratorsOnRejection;
const isEnclosing = loop.awaitTurns === 3;

function enclosed(value) {
  return new Promise((resolve) => resolve(value));
}

// What `for await` and `yield*` in an async generator go over.
function iterated(iterable) {
  if (!isAsync(iterable)) {
    const method = iterable?.[SymbolIterator];
    // The engine knows what to say.
    if (typeof method !== 'function') return iterable;
    return { __proto__: null, [SymbolAsyncIterator]: () => enclosing(fromSync(FunctionPrototypeCall(method, iterable))) };
  }
  if (!isEnclosing) return iterable;
  return { __proto__: null, [SymbolAsyncIterator]: () => enclosing(iterable[SymbolAsyncIterator]()) };
}

function isAsync(iterable) {
  const method = iterable?.[SymbolAsyncIterator];
  return method !== undefined && method !== null;
}

// An iterator whose steps are enclosed. A method that is missing stays missing.
function enclosing(iterator) {
  if (!isEnclosing || !isObject(iterator)) return iterator;
  const { next } = iterator;
  const optional = (method) => (
    isMissing(method) ? undefined : (value) => enclosed(FunctionPrototypeCall(method, iterator, value))
  );
  return {
    __proto__: null,
    next: (value) => enclosed(FunctionPrototypeCall(next, iterator, value)),
    get return() { return optional(iterator.return); },
    get throw() { return optional(iterator.throw); },
  };
}

// A synchronous iterator taken for an asynchronous one: the value of each step is waited for.
function fromSync(iterator) {
  if (!isObject(iterator)) throw new TypeError('Iterator is not an object');
  const { next } = iterator;
  return {
    __proto__: null,
    next: (value) => step(iterator, () => FunctionPrototypeCall(next, iterator, value), closesOnRejection),
    return(value) {
      const method = iterator.return;
      if (isMissing(method)) return PromiseResolve({ value, done: true });
      return step(iterator, () => FunctionPrototypeCall(method, iterator, value), false);
    },
    throw(error) {
      const method = iterator.throw;
      if (!isMissing(method)) return step(iterator, () => FunctionPrototypeCall(method, iterator, error), closesOnRejection);
      if (closesOnRejection) close(iterator);
      return PromiseReject(error);
    },
  };
}

function step(iterator, call, closes) {
  let value;
  let done;
  try {
    const result = call();
    if (!isObject(result)) throw new TypeError(`Iterator result ${result} is not an object`);
    done = !!result.done;
    value = result.value;
  } catch (error) {
    return PromiseReject(error);
  }
  const settled = isEnclosing ? enclosed(value) : PromiseResolve(value);
  const rejected = !closes || done ? undefined : (error) => {
    close(iterator);
    throw error;
  };
  return PromisePrototypeThen(settled, (inner) => ({ value: inner, done }), rejected);
}

// The rejection that closes the iterator is what the program is told, not what goes wrong meanwhile.
function close(iterator) {
  try {
    const method = iterator.return;
    if (!isMissing(method)) FunctionPrototypeCall(method, iterator);
  } catch {
    // As above.
  }
}

function isMissing(method) {
  return method === undefined || method === null;
}

function isObject(value) {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

// `return(value)` of an async generator waits for the value, which is not written out in any source.
function encloseReturns() {
  const generators = ObjectGetPrototypeOf(async function* () {}).prototype;
  const method = generators.return;
  ObjectDefineProperty(generators, 'return', {
    __proto__: null, writable: true, configurable: true, value: {
      return(value) {
        return FunctionPrototypeCall(method, this, isObject(value) ? enclosed(value) : value);
      },
    }.return,
  });
}

module.exports = { enclosed, iterated, encloseReturns };
