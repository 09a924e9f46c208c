// Document 004, sample 7: the same with immediates lets the timer in among them.
let index = 0;
let fired_at = 0;
setTimeout(() => {
  fired_at = index;
});
const begin = Date.now();
(function handler() {
  index += 1;
  if (index < 1000 || Date.now() - begin < 20) return void setImmediate(handler);
  console.log('timer among the immediates:', fired_at > 0 && fired_at < index);
})();
