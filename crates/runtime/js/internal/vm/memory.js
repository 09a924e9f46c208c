// vm.measureMemory(): the memory of the engine. It does not say which context has how much of it, so the detailed answer can be
// given only while there is one.
'use strict';

const { Promise, PromiseReject } = primordials;

const { codes: { ERR_METHOD_NOT_IMPLEMENTED } } = require('internal/errors');
const { contextCount } = require('internal/vm/sandbox');

let hasWarned = false;

function measure(mode, execution) {
  if (!hasWarned) {
    hasWarned = true;
    process.emitWarning('vm.measureMemory is an experimental feature and might change at any time', 'ExperimentalWarning');
  }
  if (mode === 'detailed' && contextCount() > 0) {
    return PromiseReject(new ERR_METHOD_NOT_IMPLEMENTED("vm.measureMemory({ mode: 'detailed' }) of several contexts"));
  }
  return new Promise((resolve) => {
    // The default waits for a collection that comes by itself, and does not keep the program running.
    const immediate = require('timers').setImmediate(() => resolve(answer(mode, execution)));
    if (execution === 'default') immediate.unref();
  });
}

function answer(mode, execution) {
  if (execution === 'eager') require('internal/gc').gc();
  const { used_heap_size: used, total_heap_size: total } = require('v8').getHeapStatistics();
  const share = () => ({ jsMemoryEstimate: used, jsMemoryRange: [used, total] });
  const result = { total: share(), WebAssembly: { code: 0, metadata: 0 } };
  return mode === 'detailed' ? { ...result, current: share(), other: [] } : result;
}

module.exports = { measure };
