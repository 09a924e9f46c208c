// compare: --loops=node,node11
setTimeout(() => console.log('timer'), -5);
