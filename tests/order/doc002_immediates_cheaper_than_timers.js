// Document 002, snippet 2: a chain of immediates is far quicker than a chain of zero timers, each
// of which waits for its millisecond.
function chain(schedule, done) {
  const begin = process.hrtime.bigint();
  let left = 60;
  (function step() {
    if (left-- > 0) schedule(step);
    else done(process.hrtime.bigint() - begin);
  })();
}
chain(setImmediate, (by_immediates) => {
  chain((step) => setTimeout(step, 0), (by_timers) => {
    console.log('immediates quicker:', by_immediates < by_timers);
    console.log('timers wait their millisecond:', by_timers >= 50_000_000n);
  });
});
