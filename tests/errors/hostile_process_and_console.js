// process and console lose what they had; the loop does not.
const log = console.log.bind(console);
delete process.nextTick;
process.emit = () => { throw new TypeError('emit was used'); };
process.exitCode = 0;
log(typeof process.nextTick);
setTimeout(() => log('timeout'), 50);
Promise.resolve().then(() => log('job'));
delete process.emit;
globalThis.console = undefined;
globalThis.setTimeout = undefined;
setImmediate(() => log('immediate'));
