// The main script runs to its end before the loop makes its first turn; with nothing left there is no turn at all.
process.on('exit', () => console.log('exit'));
process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('promise'));
console.log('script');
