// Timers of a worker and of its page are on one clock.
const worker = new Worker(URL.createObjectURL(new Blob([`
  onmessage = () => {
    setTimeout(() => postMessage('worker 40'), 40);
    setTimeout(() => postMessage('worker 120'), 120);
  };
  postMessage('ready');
`])));
worker.onmessage = (event) => {
  console.log(event.data);
  if (event.data !== 'ready') return;
  worker.postMessage('go');
  setTimeout(() => console.log('page 80'), 80);
  setTimeout(() => console.log('page 160'), 160);
};
