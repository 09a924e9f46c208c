// `v8`: V8's form of values, and the numbers that JavaScriptCore can give in its place. Everything else is another engine's and throws.
'use strict';

const { RegExpPrototypeExec, StringPrototypeCharCodeAt } = primordials;
const { codes: { ERR_METHOD_NOT_IMPLEMENTED, ERR_NOT_BUILDING_SNAPSHOT } } = require('internal/errors');
const { validateString } = require('internal/validators');
const { Serializer, Deserializer, DefaultSerializer, DefaultDeserializer, serialize, deserialize } = require('internal/v8/serdes');

// The engine knows the size of its heap and what hangs on it; it has no limit of its own, so the machine's memory
// stands for that. The fields for which it has no number are zero.
function getHeapStatistics() {
  const { memoryUsage, availableMemory } = internalBinding('process');
  const { 1: heapTotal, 2: heapUsed, 3: external } = memoryUsage();
  const available = availableMemory();
  return {
    total_heap_size: heapTotal,
    total_heap_size_executable: 0,
    total_physical_size: heapTotal,
    total_available_size: available,
    used_heap_size: heapUsed,
    heap_size_limit: heapTotal + available,
    malloced_memory: 0,
    peak_malloced_memory: 0,
    does_zap_garbage: 0,
    number_of_native_contexts: 1,
    number_of_detached_contexts: 0,
    total_global_handles_size: 0,
    used_global_handles_size: 0,
    external_memory: external,
    total_allocated_bytes: heapUsed,
  };
}

// Whether the text fits one byte per character.
function isStringOneByteRepresentation(content) {
  validateString(content, 'content');
  for (let i = 0; i < content.length; i++) {
    if (StringPrototypeCharCodeAt(content, i) > 0xff) return false;
  }
  return true;
}

function setFlagsFromString(flags) {
  validateString(flags, 'flags');
  // The one flag of V8's that Node itself understands.
  if (RegExpPrototypeExec(/^--abort[-_]on[-_]uncaught[-_]exception$/, flags) !== null) {
    require('internal/process/uncaught').abortOnUncaught();
    return;
  }
  throw new ERR_METHOD_NOT_IMPLEMENTED(`v8.setFlagsFromString('${flags}')`);
}

// A function that says what is missing.
function absent(name) {
  return function() {
    throw new ERR_METHOD_NOT_IMPLEMENTED(`v8.${name}()`);
  };
}

// Without the variable nothing is covered, and both do nothing.
function takeCoverage() {
  internalBinding('coverage').take();
}

function stopCoverage() {
  internalBinding('coverage').stop();
}

function notBuilding() {
  throw new ERR_NOT_BUILDING_SNAPSHOT();
}

const startupSnapshot = {
  addDeserializeCallback: notBuilding,
  addSerializeCallback: notBuilding,
  setDeserializeMainFunction: notBuilding,
  isBuildingSnapshot() {
    return false;
  },
};

module.exports = {
  cachedDataVersionTag: absent('cachedDataVersionTag'),
  getHeapSnapshot: absent('getHeapSnapshot'),
  getHeapStatistics,
  getHeapSpaceStatistics: absent('getHeapSpaceStatistics'),
  getHeapCodeStatistics: absent('getHeapCodeStatistics'),
  getCppHeapStatistics: absent('getCppHeapStatistics'),
  setFlagsFromString,
  Serializer,
  Deserializer,
  DefaultSerializer,
  DefaultDeserializer,
  deserialize,
  takeCoverage,
  stopCoverage,
  serialize,
  writeHeapSnapshot: absent('writeHeapSnapshot'),
  promiseHooks: require('internal/async_hooks/promise_hooks'),
  queryObjects: absent('queryObjects'),
  startupSnapshot,
  setHeapSnapshotNearHeapLimit: absent('setHeapSnapshotNearHeapLimit'),
  setHeapProfileNearHeapLimit: absent('setHeapProfileNearHeapLimit'),
  GCProfiler: absent('GCProfiler'),
  isStringOneByteRepresentation,
  startCpuProfile: absent('startCpuProfile'),
  startHeapProfile: absent('startHeapProfile'),
};
