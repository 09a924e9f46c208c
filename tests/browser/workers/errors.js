// What a worker throws and does not catch: `error` there, then at the Worker, then at the window; each can prevent the next.
const worker = new Worker(URL.createObjectURL(new Blob([`
  addEventListener('error', (event) => { if (event.message.includes('first')) event.preventDefault(); });
  setTimeout(() => { throw new Error('first'); }, 0);
  setTimeout(() => {
    throw new Error('second');
  }, 20);
  setTimeout(() => { throw new Error('third'); }, 40);
  setTimeout(() => postMessage('goes on'), 60);
`])));
worker.onmessage = (event) => console.log(event.data);
worker.onerror = (event) => {
  const name = event.message.includes('second') ? 'second' : event.message.includes('third') ? 'third' : event.message;
  console.log('worker', event.constructor.name, name, event.lineno, event.error === null ? 'no value' : 'a value');
  if (name === 'second') event.preventDefault();
};
addEventListener('error', (event) => {
  console.log('window', event.message.includes('third') ? 'third' : event.message, event.error === null ? 'no value' : 'a value');
  event.preventDefault();
});
