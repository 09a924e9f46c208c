// Nobody will ever resolve this promise: Node ends with code 13 and says so, but not more.
console.log('begin');
await new Promise(() => {});
console.log('never');
