// With only an uncaughtException handler, the rejection goes there with its own origin.
process.on('uncaughtException', (error, origin) => console.log('caught', error.message, origin));
Promise.reject(new Error('an error'));
setTimeout(() => Promise.reject('no error'), 1);
setTimeout(() => console.log('goes on'), 60);
