// A rejection handled by a tick or a later promise job of the same draining is not reported.
process.on('unhandledRejection', (reason) => console.log('unhandled', reason));
const a = Promise.reject('by tick');
const b = Promise.reject('by job');
process.nextTick(() => a.catch((reason) => console.log('handled', reason)));
Promise.resolve().then(() => null).then(() => b.catch((reason) => console.log('handled', reason)));
