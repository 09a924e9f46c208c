// A worker that never stops is ended all the same.
// @loop chrome firefox
// @output
//   busy
//   the page goes on
const worker = new Worker(URL.createObjectURL(new Blob(["postMessage('busy'); for (;;);"])));
worker.onmessage = (event) => {
  console.log(event.data);
  worker.terminate();
  setTimeout(() => console.log('the page goes on'), 100);
};
