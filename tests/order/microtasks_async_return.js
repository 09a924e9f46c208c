// `return promise` from an async function costs three jobs, `return await promise` one.
const ready = Promise.resolve();
async function plain() {
  return ready;
}
async function awaited() {
  return await ready;
}
plain().then(() => console.log('return promise'));
awaited().then(() => console.log('return await promise'));
Promise.resolve()
  .then(() => console.log('1'))
  .then(() => console.log('2'))
  .then(() => console.log('3'))
  .then(() => console.log('4'));
