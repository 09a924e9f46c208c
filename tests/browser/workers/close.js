// close(): the task that runs is the last; what it posts still comes.
const worker = new Worker(URL.createObjectURL(new Blob([`
  setTimeout(() => postMessage('never: timer from before'), 0);
  onmessage = () => postMessage('never: message');
  const channel = new BroadcastChannel('close');
  postMessage('before');
  close();
  postMessage('after');
  channel.postMessage('never: broadcast');
  Promise.resolve().then(() => postMessage('microtask'));
  setTimeout(() => postMessage('never: timer from after'), 0);
`])));
new BroadcastChannel('close').onmessage = (event) => console.log(event.data);
worker.postMessage(1);
worker.onmessage = (event) => {
  console.log(event.data);
  worker.postMessage(2);
};
