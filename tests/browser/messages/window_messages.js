// Messages to the window itself keep their order, each with its microtasks; listeners share one.
addEventListener('message', (event) => {
  console.log('first listener', event.data, event.source === window);
  queueMicrotask(() => console.log('microtask', event.data));
});
addEventListener('message', (event) => console.log('second listener', event.data));
postMessage('a', '*');
postMessage('b', '/');
postMessage('c');
postMessage('lost', 'https://elsewhere.example');
console.log('script');
