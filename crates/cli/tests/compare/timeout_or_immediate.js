// compare: --loops=node,node11,node10
setTimeout(() => console.log('timeout'), 0);
setImmediate(() => console.log('immediate'));
