// One task runs all timers that are due, by the time they are due at.
// @loop chrome firefox
// @roundel-flags --virtual-time --choose queues=timers-together
// @output
//   0 ms
//   microtask
//   1 ms
//   0 ms, later
//   message
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => console.log('message');
setTimeout(() => console.log('1 ms'), 1);
setTimeout(() => {
  console.log('0 ms');
  queueMicrotask(() => console.log('microtask'));
}, 0);
port2.postMessage(null);
const end = performance.now() + 3;
while (performance.now() < end);
setTimeout(() => console.log('0 ms, later'), 0);
