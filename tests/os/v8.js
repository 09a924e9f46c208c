// What programs ask of v8 that does not depend on the engine.
'use strict';
const v8 = require('v8');
console.log(Object.keys(v8));
const statistics = v8.getHeapStatistics();
console.log(Object.keys(statistics), Object.values(statistics).every(Number.isFinite), statistics.used_heap_size > 0,
  statistics.used_heap_size <= statistics.total_heap_size, statistics.total_heap_size < statistics.heap_size_limit);
console.log(Boolean(v8.startupSnapshot.isBuildingSnapshot()), Object.keys(v8.startupSnapshot));
for (const attempt of [
  () => v8.startupSnapshot.addSerializeCallback(() => {}), () => v8.startupSnapshot.addDeserializeCallback(() => {}),
  () => v8.startupSnapshot.setDeserializeMainFunction(() => {}), () => v8.setFlagsFromString(1), () => v8.isStringOneByteRepresentation(1),
  () => v8.isStringOneByteRepresentation('é'), () => v8.isStringOneByteRepresentation('π'), () => v8.isStringOneByteRepresentation(''),
]) {
  try {
    console.log(attempt());
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
