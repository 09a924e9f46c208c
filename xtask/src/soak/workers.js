// Workers started and ended many times over: by themselves, by an error, ended while they run, while they send, while they wait.
// Prints what became of them, and what the process holds before and after.
'use strict';

const fs = require('fs');
const { Worker } = require('worker_threads');

const total = Number(process.argv[2]);
const atOnce = 4;
const tally = { ended: 0, exited: 0, failed: 0, terminated: 0, midMessage: 0, wrong: 0 };

const kinds = [
  { text: '0', count: 'ended', code: 0 },
  { text: 'process.exit(7)', count: 'exited', code: 7 },
  { text: "throw new Error('meant')", count: 'failed', code: 1 },
  { text: 'while (true);', count: 'terminated', code: 1, ends: true },
  {
    text: "const { parentPort } = require('worker_threads');" +
      "for (;;) parentPort.postMessage({ list: new Array(50).fill('text') });",
    count: 'midMessage',
    code: 1,
    ends: true,
  },
  {
    text: 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)', count: 'terminated', code: 1, ends: true,
  },
];

function held() {
  globalThis.gc?.();
  return {
    descriptors: fs.readdirSync('/proc/self/fd').length,
    threads: fs.readdirSync('/proc/self/task').length,
    megabytes: Math.round(process.memoryUsage.rss() / 2 ** 20),
  };
}

function one(index) {
  const kind = kinds[index % kinds.length];
  return new Promise((resolve) => {
    const worker = new Worker(kind.text, { eval: true });
    let isEnding = false;
    const end = () => {
      if (!isEnding) worker.terminate();
      isEnding = true;
    };
    worker.on('error', (error) => {
      if (kind.count !== 'failed' || error.message !== 'meant') tally.wrong++;
    });
    if (kind.ends) worker.on(kind.count === 'midMessage' ? 'message' : 'online', end);
    worker.on('exit', (code) => {
      if (code === kind.code) tally[kind.count]++;
      else tally.wrong++;
      resolve();
    });
  });
}

async function run(count) {
  let next = 0;
  const lane = async () => {
    while (next < count) await one(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

(async () => {
  await run(Math.min(total, 48));
  await new Promise((resolve) => setTimeout(resolve, 100));
  const before = held();
  for (const name of Object.keys(tally)) tally[name] = 0;
  await run(total);
  await new Promise((resolve) => setTimeout(resolve, 100));
  console.log(JSON.stringify({ tally, before, after: held() }));
})();
