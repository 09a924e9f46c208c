// Document 002, timers phase: of four timers the two that are due run, in order; the pass stops at
// the first that is not.
const begin = Date.now();
for (const [name, ms] of [['A', 10], ['B', 20], ['C', 500], ['D', 600]]) {
  setTimeout(() => console.log(name), ms);
}
while (Date.now() - begin < 50);
setImmediate(() => console.log('check, before C and D'));
