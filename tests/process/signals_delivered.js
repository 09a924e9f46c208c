// A signal with a listener arrives as an event, in the loop, with its name and number.
process.on('SIGUSR2', (name, number) => {
  console.log('listener', name, number);
  process.nextTick(() => console.log('tick of the listener'));
  clearInterval(alive);
});
const alive = setInterval(() => {}, 1000);
console.log(process.kill(process.pid, 'SIGUSR2'));
process.nextTick(() => console.log('tick'));
console.log('script');
