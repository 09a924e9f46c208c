// compare: --loops=node,chrome --node-globals
setTimeout(() => {
  setTimeout(() => console.log('timeout'), 0);
  setImmediate(() => console.log('immediate'));
}, 0);
