// The classic: two async functions, a promise, a timer, a tick.
async function one() {
  console.log('one begins');
  await two();
  console.log('one ends');
}
async function two() {
  console.log('two');
}
console.log('script begins');
setTimeout(() => console.log('timeout'), 0);
one();
new Promise((resolve) => {
  console.log('executor');
  resolve();
}).then(() => console.log('then'));
process.nextTick(() => console.log('tick'));
console.log('script ends');
