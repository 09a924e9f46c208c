// Between two turns of check the timers that became due run.
setImmediate(() => {
  console.log('check 1');
  setTimeout(() => console.log('timer'), 1);
  const begin = Date.now();
  while (Date.now() - begin < 5);
  setImmediate(() => console.log('check 2'));
});
