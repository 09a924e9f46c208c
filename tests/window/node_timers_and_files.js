// Modules of Node bring timers and I/O of their own, which share the loop with the page's.
// @loop chrome firefox
// @roundel-flags --node-globals --virtual-time
// @output
//   read null true
//   microtask of the read
//   page, 10 ms
//   Node, 20 ms
//   page, 30 ms
const { readFile } = require('fs');
const timers = require('timers');
timers.setTimeout(() => console.log('Node, 20 ms'), 20);
setTimeout(() => console.log('page, 10 ms'), 10);
setTimeout(() => console.log('page, 30 ms'), 30);
timers.setTimeout(() => console.log('never'), 1000).unref();
readFile(new URL(location.href), (error, data) => {
  console.log('read', error, data.length > 0);
  Promise.resolve().then(() => console.log('microtask of the read'));
});
