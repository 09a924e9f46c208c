// The next request is begun when this one is over.
const { setTimeout: sleep } = require('node:timers/promises');
let turns = 0;
async function poll() {
  await sleep(3 * turns);
}
(async () => {
  while (turns < 8) {
    turns++;
    await poll();
    await sleep(20);
  }
})();
