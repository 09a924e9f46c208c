// importScripts runs its scripts at once and in order; what one of them throws, or that it is missing, is thrown there.
const worker = new Worker('fixtures/classic.js', { name: 'classic' });
worker.onmessage = (event) => console.log(event.data);
