// Four timers, the script holds on past the first two: the pass runs these in order and stops at the third.
const begin = Date.now();
for (const [name, ms] of [['A', 10], ['B', 20], ['C', 300], ['D', 400]]) {
  setTimeout(() => console.log(name), ms);
}
while (Date.now() - begin < 50);
setImmediate(() => console.log('check'));
