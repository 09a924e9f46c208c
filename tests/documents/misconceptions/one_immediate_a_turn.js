// If each turn ran one immediate, the timer, due during the first, would come before the second.
setImmediate(() => {
  setTimeout(() => console.log('timer'), 1);
  const begin = Date.now();
  while (Date.now() - begin < 5);
  console.log('immediate 1');
});
setImmediate(() => console.log('immediate 2'));
