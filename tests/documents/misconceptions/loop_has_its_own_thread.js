// A loop on a thread of its own would fire the timer while the script is busy.
let fired = 0;
setTimeout(() => {
  fired += 1;
  console.log('timer');
}, 5);
const begin = Date.now();
while (Date.now() - begin < 50);
console.log('after 50 ms of script, timers fired:', fired);
