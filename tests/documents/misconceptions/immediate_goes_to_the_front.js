// Immediates are first in, first out, in a queue of their own, and what is due in an earlier phase comes before them.
setTimeout(() => console.log('timer'), 0);
setImmediate(() => console.log('immediate 1'));
setImmediate(() => console.log('immediate 2'));
const begin = Date.now();
while (Date.now() - begin < 5);
