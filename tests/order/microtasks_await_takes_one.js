// `await` of a native promise or a value costs one job; of a thenable, two.
async function wait(value, name) {
  await value;
  console.log(name);
}
wait({ then: (done) => done() }, 'thenable');
wait(Promise.resolve(), 'promise');
wait(1, 'value');
Promise.resolve()
  .then(() => console.log('1'))
  .then(() => console.log('2'))
  .then(() => console.log('3'));
