// The then of a foreign thenable is called in a job of its own, by await too.
const thenable = {
  then(resolve) {
    console.log('then called');
    resolve('from the thenable');
  },
};
(async () => console.log('awaited', await thenable))();
Promise.resolve(thenable).then((value) => console.log('resolved', value));
queueMicrotask(() => console.log('microtask'));
console.log('script');
