// compare: --loops=node,chrome
setTimeout(() => console.log('one'), 1);
setTimeout(() => console.log('zero'), 0);
