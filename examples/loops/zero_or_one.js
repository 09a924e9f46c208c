// A timer of 1 ms, then one of 0. In Node 0 is 1, so they run as they were set.
//
//   roundel compare examples/loops/zero_or_one.js
setTimeout(() => console.log('one'), 1);
setTimeout(() => console.log('zero'), 0);
