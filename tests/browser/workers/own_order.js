// A worker has tasks and microtasks of its own, in a page's order.
const worker = new Worker(URL.createObjectURL(new Blob([`
  setTimeout(() => postMessage('timer'), 0);
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    postMessage('port');
    Promise.resolve().then(() => postMessage('microtask of the port'));
  };
  setTimeout(() => port2.postMessage(1), 20);
  Promise.resolve().then(() => postMessage('promise'));
  queueMicrotask(() => postMessage('microtask'));
  postMessage('script');
`])));
worker.onmessage = (event) => console.log(event.data);
