// The callbacks of poll are followed by their ticks and promise jobs one by one, also when both arrive at once.
const fs = require('fs');
let queued = 0;
let done = 0;
for (const name of [__filename, __dirname]) {
  fs.stat(name, () => {
    console.log(`callback, ${queued - done} left to do`);
    queued += 2;
    process.nextTick(() => done++);
    Promise.resolve().then(() => done++);
  });
}
const begin = Date.now();
while (Date.now() - begin < 30);
