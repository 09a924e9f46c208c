// Timers before the other queues.
// @loop chrome firefox
// @roundel-flags --virtual-time --choose queues=timers-first
// @output
//   timer
//   timer of the timer
//   message
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => console.log('message');
port2.postMessage(null);
setTimeout(() => {
  console.log('timer');
  setTimeout(() => console.log('timer of the timer'), 0);
}, 0);
