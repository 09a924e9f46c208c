// What is posted to a worker waits until its script has run, with its microtasks; then each message is a task.
const worker = new Worker(URL.createObjectURL(new Blob([`
  postMessage('script');
  Promise.resolve().then(() => {
    onmessage = (event) => {
      postMessage('heard ' + event.data);
      Promise.resolve().then(() => postMessage('microtask after ' + event.data));
    };
    postMessage('listens');
  });
`])));
worker.postMessage('one');
worker.postMessage('two');
worker.onmessage = (event) => console.log(event.data);
console.log('the page goes on');
