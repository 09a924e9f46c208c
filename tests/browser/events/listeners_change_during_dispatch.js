// The list is fixed when the target's turn comes: added ones wait, removed ones are left out.
const target = new EventTarget();
const removed = () => console.log('removed');
target.addEventListener('ping', () => {
  console.log('first');
  target.addEventListener('ping', () => console.log('added'));
  target.removeEventListener('ping', removed);
}, { once: true });
target.addEventListener('ping', removed);
target.addEventListener('ping', () => console.log('last'));
target.dispatchEvent(new Event('ping'));
console.log('again');
target.dispatchEvent(new Event('ping'));
