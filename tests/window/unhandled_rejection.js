// A rejection that nobody handles is printed, and the page goes on.
// @loop chrome firefox
// @exit 1
// @output
//   later
Promise.reject('why');
setTimeout(() => console.log('later'), 5);
