// A chain of immediates is quicker than a chain of zero timers, each of which waits for its millisecond.
function chain(schedule, done) {
  const begin = Date.now();
  let left = 100;
  (function step() {
    if (left-- > 0) schedule(step);
    else done(Date.now() - begin);
  })();
}
chain(setImmediate, (immediates_ms) => {
  chain((step) => setTimeout(step, 0), (timers_ms) => {
    console.log('immediates are quicker:', immediates_ms < timers_ms);
    console.log('100 timers take 100 ms or more:', timers_ms >= 99);
  });
});
