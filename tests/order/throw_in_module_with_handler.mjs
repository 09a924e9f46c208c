// A throw in an ES module arrives as a rejection of its evaluation.
process.on('uncaughtException', (error, origin) => console.log('caught', error.message, origin));
process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('promise'));
setTimeout(() => console.log('timeout'), 50);
throw new Error('module');
