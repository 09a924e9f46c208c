// Observers are called in the order of their making, whichever change came first.
// @real-time
const node = document.createElement('p');
const first = new MutationObserver(() => console.log('first'));
const second = new MutationObserver(() => console.log('second'));
second.observe(node, { attributes: true });
first.observe(node, { childList: true });
node.title = 'x';
node.append('y');
Promise.resolve().then(() => console.log('promise'));
console.log('script');
