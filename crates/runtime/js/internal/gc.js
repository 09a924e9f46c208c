// The global `gc` of --expose-gc: a collection on demand.
'use strict';

const { PromiseResolve } = primordials;
const { collectGarbage } = internalBinding('engine_tasks');

// gc(), gc(true) for the young generation, gc({ type: 'minor' | 'major', execution: 'sync' | 'async' }).
function gc(options) {
  const isMinor = options === true || options?.type === 'minor';
  collectGarbage(isMinor);
  return options?.execution === 'async' ? PromiseResolve() : undefined;
}

module.exports = { gc };
