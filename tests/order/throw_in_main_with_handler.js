// A throw in the main script with a handler: what the script queued before still runs.
process.on('uncaughtException', (error, origin) => console.log('caught', error.message, origin));
process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('promise'));
setTimeout(() => console.log('timeout'), 50);
throw new Error('main');
