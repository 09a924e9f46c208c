// queueMicrotask shares the queue of promise jobs; it takes a function and passes no arguments.
Promise.resolve().then(() => console.log('promise 1'));
queueMicrotask((...args) => console.log('microtask', args.length));
Promise.resolve().then(() => console.log('promise 2'));
try {
  queueMicrotask('text');
} catch (error) {
  console.log(error.code);
}
