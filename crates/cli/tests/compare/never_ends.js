// compare: --loops=node,node10 --max-time=3000
setInterval(() => console.log('tick tock'), 1000);
