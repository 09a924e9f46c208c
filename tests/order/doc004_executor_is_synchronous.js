// Document 004, sample 2: only `then` is asynchronous: 1 2 3 4.
setTimeout(() => console.log(4));
new Promise((resolve) => {
  resolve();
  console.log(1);
}).then(() => console.log(3));
console.log(2);
