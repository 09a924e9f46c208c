// The loop has nothing to live for but a timer that does not count. Does it look at the timers once more before it ends?
// It does since Node 20, where the timers stand at the end of an iteration and not at its start.
//
//   roundel compare --loops node,node11 examples/loops/last_look_at_timers.js
setImmediate(() => {
  setTimeout(() => console.log('timer'), 1).unref();
  const begin = Date.now();
  while (Date.now() - begin < 5);
  console.log('immediate');
});
