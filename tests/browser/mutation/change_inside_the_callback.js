// A change made by the callback is told in another call, after the microtasks queued before.
const node = document.createElement('p');
let calls = 0;
new MutationObserver(() => {
  console.log('call', ++calls);
  queueMicrotask(() => console.log('microtask of call', calls));
  if (calls < 3) node.id = calls;
}).observe(node, { attributes: true });
node.id = 'start';
Promise.resolve().then(() => console.log('promise 1')).then(() => console.log('promise 2'));
