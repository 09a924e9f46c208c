// Document 004, sample 3 without its animation frame, which Node does not have.
setTimeout(() => console.log('timeout 1'), 0);
setTimeout(() => console.log('timeout 2'), 0);
new Promise((resolve) => {
  console.log('promise 1');
  resolve();
  console.log('promise 2');
}).then(() => console.log('promise then'));
console.log('end');
