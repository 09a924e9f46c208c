// Awaiting a native promise or a plain value costs one turn.
const ticks = async () => {
  for (let turn = 1; turn <= 4; turn++) {
    await null;
    console.log('turn', turn);
  }
};
const afterPromise = async () => {
  await Promise.resolve();
  console.log('after a promise');
};
const afterAsync = async () => {
  await (async () => {})();
  console.log('after an async function');
};
afterPromise();
afterAsync();
ticks();
console.log('script');
