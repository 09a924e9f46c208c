// Promise reactions, queueMicrotask, await and the notice to mutation observers share one queue.
const node = document.createElement('div');
new MutationObserver(() => console.log('observer')).observe(node, { attributes: true });
queueMicrotask(() => console.log('queued 1'));
Promise.resolve().then(() => console.log('promise 1'));
node.id = 'a';
(async () => {
  await null;
  console.log('await');
})();
node.id = 'b';
queueMicrotask(() => console.log('queued 2'));
Promise.resolve().then(() => console.log('promise 2'));
console.log('script');
