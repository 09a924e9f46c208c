// An idle callback waits for script, microtasks, and messages that are ready.
const { port1, port2 } = new MessageChannel();
let messages = 0;
port1.onmessage = () => {
  console.log('message', ++messages);
  if (messages < 3) port2.postMessage('');
};
requestIdleCallback((deadline) => {
  console.log('idle', deadline.didTimeout, deadline.timeRemaining() <= 50);
});
port2.postMessage('');
queueMicrotask(() => console.log('microtask'));
console.log('script');
