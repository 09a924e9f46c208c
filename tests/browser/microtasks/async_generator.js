// Requests to an async generator queue up; each answer is a promise of its own.
async function* numbers() {
  console.log('started');
  yield 1;
  console.log('between');
  yield Promise.resolve(2);
  console.log('ending');
  return 3;
}
const generator = numbers();
for (const name of ['a', 'b', 'c', 'd']) {
  generator.next().then(({ value, done }) => console.log(name, value, done));
}
Promise.resolve()
  .then(() => console.log('turn 1'))
  .then(() => console.log('turn 2'))
  .then(() => console.log('turn 3'));
console.log('script');
