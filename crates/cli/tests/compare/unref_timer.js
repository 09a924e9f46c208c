// compare: --loops=node,node11
setImmediate(() => {
  setTimeout(() => console.log('a timer without ref'), 1).unref();
  const end = Date.now() + 5;
  while (Date.now() < end);
  console.log('immediate');
});
