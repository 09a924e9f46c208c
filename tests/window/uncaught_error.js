// What nobody catches is printed, and the page goes on.
// @loop chrome firefox
// @exit 1
// @output
//   still here
setTimeout(() => console.log('still here'), 1);
setTimeout(() => {
  throw 'only a text';
}, 2);
queueMicrotask(() => {
  throw new RangeError('in a microtask');
});
null.property;
