// terminate(): nothing of the worker is heard any more, not even what was on its way.
const worker = new Worker(URL.createObjectURL(new Blob([`
  for (let i = 0; i < 100; i++) postMessage(i);
  setTimeout(() => postMessage('never'), 50);
`])));
worker.onmessage = (event) => {
  console.log('heard', event.data);
  worker.terminate();
  worker.terminate();
  worker.postMessage('to nobody');
  setTimeout(() => console.log('the page goes on'), 100);
};
