// @unspecified: which of two task queues is served first is up to the browser
// A message beside a timer of 0 ms.
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => console.log('message');
setTimeout(() => console.log('timer'), 0);
port2.postMessage('');
