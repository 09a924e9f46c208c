// Timers do not run in poll: one that becomes due while a read calls back still waits for check.
require('fs').readFile(__filename, () => {
  setTimeout(() => console.log('timer'), 1);
  setImmediate(() => console.log('immediate'));
  const begin = Date.now();
  while (Date.now() - begin < 5);
  console.log('read');
});
