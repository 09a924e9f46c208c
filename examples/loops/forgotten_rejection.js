// A rejection that nobody handles. Node 10 warned, Node 18 and 26 die of it, a browser reports it and goes on.
//
//   roundel compare examples/loops/forgotten_rejection.js
Promise.reject(new Error('forgotten'));
setTimeout(() => console.log('still here'), 10);
