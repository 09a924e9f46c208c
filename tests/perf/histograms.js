// Histograms: who can make them, what clones of them show, and those of a sliding window.
'use strict';

const { createHistogram, createSlidingWindowHistogram, monitorEventLoopDelay } = require('perf_hooks');
const { MessageChannel, receiveMessageOnPort } = require('worker_threads');
const { inspect } = require('util');

const show = (label, run) => {
  try {
    console.log(label, run());
  } catch (error) {
    console.log(label, error.name, error.code, error.message);
  }
};
const facts = (histogram) => [histogram.constructor.name, histogram.count, histogram.min, histogram.max, histogram.exceeds];
const histogram = createHistogram();
show('new', () => new histogram.constructor());
show('new delay', () => new (monitorEventLoopDelay().constructor)());
show('depth', () => inspect(histogram, { depth: -1 }));
for (const options of [{ lowest: 0 }, { lowest: 5, highest: 6 }, { figures: 6 }, { highest: 'x' }, null]) show(inspect(options), () => facts(createHistogram(options)));
histogram.record(3);
const clone = structuredClone(histogram);
clone.record(9n);
console.log(clone !== histogram, facts(histogram), facts(clone));
const { port1, port2 } = new MessageChannel();
port1.postMessage({ histogram, delay: monitorEventLoopDelay() });
const { message } = receiveMessageOnPort(port2);
message.histogram.record(100);
console.log(facts(histogram), facts(message.delay), typeof message.delay.enable);
port1.close();

for (const options of [
  undefined, {}, { chunks: 2 }, { chunks: 0, recordsPerChunk: 1 }, { chunks: 2000, recordsPerChunk: 1 }, { chunks: 2, recordsPerChunk: 0 },
  { chunks: 2, chunkDuration: 0 }, { chunks: 2, recordsPerChunk: 1, chunkDuration: 1 }, { chunks: 2, recordsPerChunk: 1, figures: 9 },
]) show(inspect(options), () => createSlidingWindowHistogram(options).snapshot().count);
const window = createSlidingWindowHistogram({ chunks: 3, recordsPerChunk: 2 });
show('new window', () => new window.constructor());
for (let i = 1; i <= 9; i++) {
  window.record(i * 10);
  console.log(i, facts(window.snapshot()));
}
show('nothing', () => window.record(0));
show('a text', () => window.record('x'));
const { snapshot } = window;
window.reset();
console.log(facts(window.snapshot()), typeof snapshot);
