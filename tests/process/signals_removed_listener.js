// When the last listener is removed the default is back; a signal listener does not keep alive.
const listener = () => console.log('never');
process.on('SIGTERM', listener);
process.off('SIGTERM', listener);
process.once('SIGUSR2', () => console.log('once'));
process.kill(process.pid, 'SIGUSR2');
setTimeout(() => console.log(process.listenerCount('SIGUSR2')), 100);
