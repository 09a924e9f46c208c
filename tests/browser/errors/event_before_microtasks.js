// The error of a task is reported; when, seen from the promises that the task left.
addEventListener('error', (event) => console.log('error event', event.message.includes('oops')));
setTimeout(() => {
  Promise.resolve().then(() => console.log('promise'));
  throw new Error('oops');
}, 0);
setTimeout(() => console.log('next timer'), 0);
