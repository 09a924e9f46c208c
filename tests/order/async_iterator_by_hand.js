// A hand-written async iterator, closed by `break`.
const iterable = {
  [Symbol.asyncIterator]() {
    let n = 0;
    return {
      next() {
        n += 1;
        return new Promise((resolve) => setImmediate(resolve, { value: n, done: false }));
      },
      return() {
        console.log('return called');
        return Promise.resolve({ done: true });
      },
    };
  },
};
(async () => {
  for await (const n of iterable) {
    console.log(n);
    if (n === 3) break;
  }
  console.log('after the loop');
})();
