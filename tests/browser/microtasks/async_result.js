// Returning a promise from an async function is three turns, awaiting it first is one and one.
const plain = async () => 'plain';
const returned = async () => Promise.resolve('returned');
const awaited = async () => await Promise.resolve('awaited');
for (const make of [returned, awaited, plain]) make().then((value) => console.log(value));
(async () => {
  for (let turn = 1; turn <= 4; turn++) {
    await null;
    console.log('turn', turn);
  }
})();
