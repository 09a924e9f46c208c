// @differs: Chromium queues a task for each message that waits when one has been heard, Firefox one task
// Three messages wait; the listener sets a timer of 0 ms each time.
const { port1, port2 } = new MessageChannel();
port1.onmessage = (event) => {
  console.log('message', event.data);
  setTimeout(() => console.log('timer of', event.data), 0);
};
for (const number of [1, 2, 3]) port2.postMessage(number);
