// Microtasks queued by microtasks of one timer all run before the next timer.
setTimeout(() => {
  console.log('timer 1');
  let depth = 0;
  (function again() {
    depth += 1;
    if (depth < 100) queueMicrotask(again);
    else console.log('depth', depth);
  })();
}, 1);
setTimeout(() => console.log('timer 2'), 1);
