// A worker that waits for shared memory holds up nobody's timers, in virtual time either, and can be ended.
// @loop chrome firefox
// @roundel-flags --virtual-time
// @output
//   waits
//   notified 1
//   ok
//   the page goes on
const memory = new Int32Array(new SharedArrayBuffer(4));
const worker = new Worker(URL.createObjectURL(new Blob([`
  onmessage = ({ data }) => {
    postMessage('waits');
    postMessage(Atomics.wait(data, 0, 0));
    Atomics.wait(data, 0, 1);
    postMessage('never');
  };
`])));
worker.onmessage = ({ data }) => {
  console.log(data);
  setTimeout(() => {
    if (data === 'waits') {
      Atomics.store(memory, 0, 1);
      console.log('notified', Atomics.notify(memory, 0));
    } else {
      worker.terminate();
      setTimeout(() => console.log('the page goes on'), 100);
    }
  }, 50);
};
worker.postMessage(memory);
