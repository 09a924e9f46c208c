// An exception in a timer is reported and the next timer fires all the same.
addEventListener('error', (event) => console.log('reported:', event.error.message));
setTimeout(() => {
  console.log('first');
  throw new Error('from the first');
}, 0);
setTimeout(() => console.log('second'), 0);
