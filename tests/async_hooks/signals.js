// A listener of a signal is a resource of whoever listened first.
'use strict';
const { createHook, executionAsyncId, triggerAsyncId } = require('async_hooks');

const names = new Map([[1, 'main']]);
const log = [];
createHook({
  init(id, type, trigger, resource) {
    if (type !== 'SIGNALWRAP') return;
    names.set(id, type);
    log.push(`init ${type} (${resource.constructor.name}) by ${names.get(trigger)}`);
  },
  before(id) { if (names.has(id)) log.push(`before ${names.get(id)}`); },
  after(id) { if (names.has(id)) log.push(`after ${names.get(id)}`); },
  destroy(id) { if (names.has(id)) log.push(`destroy ${names.get(id)}`); },
}).enable();
const timer = setInterval(() => {}, 1000);
process.once('SIGUSR2', () => {
  log.push(`SIGUSR2 in ${names.get(executionAsyncId())} by ${names.get(triggerAsyncId())}`);
  clearInterval(timer);
});
process.kill(process.pid, 'SIGUSR2');
process.on('exit', () => console.log(log.join('\n')));
