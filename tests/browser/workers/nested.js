// A worker has workers of its own.
const worker = new Worker('fixtures/outer.js');
worker.onmessage = (event) => console.log(event.data);
