// The same work sliced by nextTick and by setImmediate. Sliced by ticks it holds the loop until it
// is done; sliced by immediates it lets a 10 ms heartbeat through.
'use strict';

function work(schedule, done) {
  const end = Date.now() + 200;
  (function slice() {
    let sum = 0;
    for (let i = 0; i < 10_000; i += 1) sum += Math.sqrt(i);
    if (Date.now() < end) schedule(slice);
    else done(sum);
  })();
}

function measure(name, schedule, done) {
  let beats = 0;
  const heartbeat = setInterval(() => {
    beats += 1;
  }, 10);
  setImmediate(() => {
    work(schedule, () => {
      clearInterval(heartbeat);
      console.log(`${name.padEnd(13)} ${beats === 0 ? 'no heartbeat at all' : 'the heartbeat went on'}`);
      done();
    });
  });
}

measure('nextTick', process.nextTick, () => {
  measure('setImmediate', setImmediate, () => {});
});
