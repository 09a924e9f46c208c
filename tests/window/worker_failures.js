// What nobody prevents in a worker or a frame is told on standard error, and the page ends with 1.
// @loop chrome firefox
// @exit 1
// @output
//   the page goes on
// @stderr ignore
new Worker(URL.createObjectURL(new Blob(["setTimeout(() => { throw new Error('in a worker'); }, 0)"])));
setTimeout(() => console.log('the page goes on'), 200);
