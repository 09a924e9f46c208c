// compare: --loops=node,chrome
console.log('script');
setImmediate(() => console.log('immediate'));
