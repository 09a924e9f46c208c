// reportError tells at once, and goes on.
addEventListener('error', (event) => {
  console.log('told', event.error);
  queueMicrotask(() => console.log('microtask'));
});
console.log('before');
reportError('anything');
console.log('after');
