// An error inside the error handler does not call it again.
let calls = 0;
addEventListener('error', () => {
  console.log('call', ++calls);
  throw new Error('again');
});
addEventListener('error', () => console.log('second listener'));
setTimeout(() => { throw new Error('first'); }, 0);
setTimeout(() => console.log('calls', calls), 10);
