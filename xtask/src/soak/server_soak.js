// What the soaks of connections and of requests share; it stands before their own text.
'use strict';

const fs = require('fs');

const seconds = Number(process.argv[2]);
let state = Number(process.argv[3]) >>> 0;

// A number below `limit`; the same ones for the same seed.
function below(limit) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor(state / 4294967296 * limit);
}

// The bytes of a body are known from its length, so every part of it can be checked where it arrives.
const pattern = Buffer.alloc(1 << 20);
for (let i = 0; i < pattern.length; i++) pattern[i] = (i * 31 + (i >> 8)) & 255;

function measure() {
  return {
    descriptors: fs.readdirSync('/proc/self/fd').length,
    handles: process.getActiveResourcesInfo().filter((name) => name !== 'Timeout').length,
    megabytes: Math.round(process.memoryUsage.rss() / 1048576),
  };
}

// Calls back when nothing is connected to the server any more and what can be collected has been.
function settle(server, forget, done) {
  forget();
  server.getConnections((error, count) => {
    if (count > 0) {
      setTimeout(settle, 5, server, forget, done);
      return;
    }
    globalThis.gc?.();
    setTimeout(done, 50);
  });
}

// Lets `work` go on until it is warm, measures, lets it go on for the seconds that are asked for, measures again, and
// prints both beside what was counted. `work` is given when it is enough, and what to call then.
function soak(server, isWarm, work, counted, forget = () => {}) {
  const until = (isEnough, done) => work(isEnough, () => settle(server, forget, done));
  server.listen(0, '127.0.0.1', () => until(isWarm, () => {
    const before = measure();
    const end = Date.now() + seconds * 1000;
    until(() => Date.now() >= end, () => {
      console.log(JSON.stringify({ ...counted, before, after: measure() }));
      server.close();
    });
  }));
}
