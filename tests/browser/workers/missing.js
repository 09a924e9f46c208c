// A script that is not there is an `error` at the Worker, of no error's.
const worker = new Worker('fixtures/none.js');
worker.onerror = (event) => console.log(event.type, event.constructor.name, event.message === undefined ? 'no message' : event.message);
addEventListener('error', () => console.log('never: window'));
for (const give of [() => new Worker('http://['), () => new Worker(), () => new Worker('fixtures/first.js', { type: 'other' }), () => Worker('x')]) {
  try {
    give();
    console.log('no error');
  } catch (error) {
    console.log(error.name);
  }
}
