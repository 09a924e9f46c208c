// A rejection inside for await is thrown at the loop, not reported.
process.on('unhandledRejection', (reason) => console.log('never', reason));
async function* failing() {
  yield 1;
  throw new Error('in the generator');
}
(async () => {
  try {
    for await (const n of failing()) console.log('got', n);
  } catch (error) {
    console.log('caught', error.message);
  }
})();
