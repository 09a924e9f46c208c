// A message of a channel comes in a task of its own, after the microtasks.
// @real-time
const { port1, port2 } = new MessageChannel();
port1.onmessage = (event) => {
  console.log('message', event.data);
  Promise.resolve().then(() => console.log('promise of', event.data));
};
port2.postMessage(1);
port2.postMessage(2);
Promise.resolve().then(() => console.log('promise'));
console.log('script');
