// Timers only when no other queue has a task.
// @loop chrome firefox
// @roundel-flags --virtual-time --choose queues=timers-last
// @output
//   message 1
//   message 2
//   message 3
//   timer
const { port1, port2 } = new MessageChannel();
port1.onmessage = (event) => {
  console.log('message', event.data);
  if (event.data < 3) port2.postMessage(event.data + 1);
};
setTimeout(() => console.log('timer'), 0);
port2.postMessage(1);
