// The globals themselves are replaced.
const log = console.log;
for (const name of ['Array', 'Object', 'Promise', 'Map', 'Set', 'Error', 'Symbol', 'Reflect', 'JSON', 'Math', 'Number', 'String']) globalThis[name] = undefined;
log('still printing', [1], { a: 1 });
process.nextTick(() => log('tick'));
setTimeout(() => log('timeout'), 50);
setImmediate(() => log('immediate'));
(async () => {
  await null;
  log('await');
})();
