// @unspecified: which of two task queues is served first is up to the browser
// Timers, messages and window messages in turn, when the page has long been loaded.
setTimeout(() => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = (event) => console.log('port', event.data);
  addEventListener('message', (event) => console.log('window', event.data));
  setTimeout(() => console.log('timer 1'), 0);
  port2.postMessage(1);
  postMessage(1);
  setTimeout(() => console.log('timer 2'), 0);
  port2.postMessage(2);
  postMessage(2);
}, 200);
