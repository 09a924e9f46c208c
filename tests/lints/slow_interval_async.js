// Every 20 ms a request is begun that takes longer and longer; they pile up.
const { setTimeout: sleep } = require('node:timers/promises');
let turns = 0;
async function poll() {
  await sleep(30 * turns);
}
const interval = setInterval(() => {
  turns++;
  poll();
  if (turns === 12) clearInterval(interval);
}, 20);
