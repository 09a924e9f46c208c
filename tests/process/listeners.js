// process is an emitter: newListener, once, counts, order of beforeExit and exit.
process.on('newListener', (name) => console.log('new', name));
process.once('custom', (value) => console.log('custom', value));
console.log(process.emit('custom', 1), process.emit('custom', 2), process.listenerCount('custom'));
process.on('exit', () => console.log('exit 1'));
process.prependListener('exit', () => console.log('exit 0'));
process.on('beforeExit', () => console.log('beforeExit'));
