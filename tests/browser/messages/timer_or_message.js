// @unspecified: which of two task queues is served first is up to the browser
// A timer of 0 ms beside a message that was posted before it.
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => console.log('message');
port2.postMessage('');
setTimeout(() => console.log('timer'), 0);
