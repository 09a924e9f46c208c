// for await over promises and over plain values, beside a counter of turns.
const loop = async (name, values) => {
  for await (const value of values) console.log(name, value);
  console.log(name, 'done');
};
loop('promises', [Promise.resolve(1), Promise.resolve(2)]);
loop('values', ['x', 'y']);
(async () => {
  for (let turn = 1; turn <= 9; turn++) {
    await null;
    console.log('turn', turn);
  }
})();
