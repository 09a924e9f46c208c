// A hundred timers, each set by the one before, against one of 300 ms. In Node a timer takes 1 ms at least; in a browser
// nothing at first, and 4 ms once five of them are nested.
//
//   roundel compare examples/loops/nested_timers.js
let depth = 0;
(function nest() {
  depth += 1;
  if (depth <= 100) setTimeout(nest, 0);
  else console.log('the hundredth');
})();
setTimeout(() => console.log('300 ms'), 300);
