// Document 002, snippet 1: the document repeats the race inside a timer and calls it open. Since the
// timers phase comes after check (Node 20), the immediate always wins there.
setTimeout(() => {
  setTimeout(() => console.log('timeout'), 0);
  setImmediate(() => console.log('immediate'));
}, 0);
