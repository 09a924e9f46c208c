// A tick queued by a promise job waits until all promise jobs are done.
process.nextTick(() => console.log('tick 1'));
Promise.resolve()
  .then(() => {
    console.log('promise 1');
    process.nextTick(() => {
      console.log('tick from promise');
      Promise.resolve().then(() => console.log('promise from that tick'));
    });
  })
  .then(() => console.log('promise 2'))
  .then(() => console.log('promise 3'));
