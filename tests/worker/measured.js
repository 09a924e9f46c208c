// What a parent can measure of a worker: its processor time, its heap, how busy its loop is; and not when it has ended.
'use strict';

const { Worker } = require('worker_threads');

const worker = new Worker("require('worker_threads').parentPort.on('message', () => {})", { eval: true });
const zero = worker.performance.eventLoopUtilization();
console.log(zero.idle, zero.active, zero.utilization);
worker.once('online', async () => {
  const usage = await worker.cpuUsage();
  console.log(Object.keys(usage), usage.user >= 0, usage.system >= 0, usage.user + usage.system > 0);
  const since = await worker.cpuUsage(usage);
  console.log(since.user >= 0, since.user < usage.user + 1e6);
  for (const previous of [1, {}, { user: -1, system: 0 }, { user: 1, system: 'x' }]) {
    try {
      worker.cpuUsage(previous);
    } catch (error) {
      console.log(error.name, error.code, error.message);
    }
  }
  const heap = await worker.getHeapStatistics();
  console.log(typeof heap.used_heap_size, heap.used_heap_size > 0);
  await new Promise((resolve) => setTimeout(resolve, 60));
  const first = worker.performance.eventLoopUtilization();
  await new Promise((resolve) => setTimeout(resolve, 60));
  const between = worker.performance.eventLoopUtilization(first);
  console.log(first.utilization > 0 && first.utilization <= 1, between.utilization < 0.5);
  await worker.terminate();
  const after = worker.performance.eventLoopUtilization();
  console.log(after.idle, after.active, after.utilization);
  await worker.cpuUsage().catch((error) => console.log(error.name, error.code, error.message));
  await worker.getHeapStatistics().catch((error) => console.log(error.name, error.code, error.message));
});
