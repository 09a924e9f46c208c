// Somebody does.
console.log('begin');
await new Promise((resolve) => setTimeout(resolve, 1));
console.log('end');
