// How many turns of the microtask queue an entry that throws lets pass before the process ends.
// @loop node node11
// @exit 1
// @stderr ignore
let turn = 0;
const tick = () => { if (++turn < 30) Promise.resolve().then(tick); };
Promise.resolve().then(tick);
process.on('exit', () => console.log('exit in turn', turn));
await null;
throw new Error('no');
