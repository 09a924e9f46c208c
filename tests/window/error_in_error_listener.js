// What a listener of `error` throws is only printed: it does not come back as another event.
// @loop chrome firefox
// @exit 1
// @output
//   1
let calls = 0;
addEventListener('error', () => {
  calls++;
  throw 'second';
});
setTimeout(() => {
  throw 'first';
}, 0);
setTimeout(() => console.log(calls), 1);
