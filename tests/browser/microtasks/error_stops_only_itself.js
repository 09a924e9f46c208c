// A microtask that throws is reported at once; the next ones run.
addEventListener('error', (event) => {
  console.log('reported:', event.error.message);
  queueMicrotask(() => console.log('microtask of the listener'));
});
queueMicrotask(() => {
  console.log('first');
  throw new Error('from a microtask');
});
queueMicrotask(() => console.log('second'));
