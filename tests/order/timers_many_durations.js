// A thousand timers of a hundred durations, all due at the first look: all fire in that pass, those
// of one duration in the order they were set.
const last = new Map();
let fired = 0;
let wrong = 0;
for (let i = 0; i < 1000; i += 1) {
  const ms = ((i * 37) % 100) + 1;
  setTimeout(() => {
    fired += 1;
    if ((last.get(ms) ?? -1) > i) wrong += 1;
    last.set(ms, i);
  }, ms);
}
const begin = Date.now();
while (Date.now() - begin < 150);
setImmediate(() => console.log('fired', fired, 'of', last.size, 'durations, out of order', wrong));
