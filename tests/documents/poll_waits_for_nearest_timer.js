// With nothing else to do poll waits until the next timer is due, whatever the order in which they were set.
const begin = Date.now();
setTimeout(() => console.log('far'), 300);
setTimeout(() => {
  const waited_ms = Date.now() - begin;
  console.log('near, neither early nor with the far one:', waited_ms >= 29 && waited_ms < 290);
}, 30);
