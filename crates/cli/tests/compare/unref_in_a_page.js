// compare: --loops=node,chrome
setTimeout(() => console.log('never seen in Node'), 10).unref();
console.log('script');
