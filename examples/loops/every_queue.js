// Something for each queue of a page: which comes when?
//
//   roundel --loop chrome --virtual-time examples/loops/every_queue.js
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => {
  console.log('message');
  port1.close();
};
requestIdleCallback(() => console.log('idle'));
requestAnimationFrame(() => console.log('frame'));
setTimeout(() => console.log('timer'), 0);
port2.postMessage('hello');
queueMicrotask(() => console.log('microtask'));
console.log('script');
