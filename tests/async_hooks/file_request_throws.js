// A file callback that throws: the listener of uncaughtException still runs in its scope, and the scope is left after it.
'use strict';
const fs = require('fs');
const { createHook, executionAsyncId } = require('async_hooks');

const names = new Map([[0, 'nobody'], [1, 'main']]);
const log = [];
createHook({
  init(id, type, trigger) {
    names.set(id, type);
    log.push(`init ${type} by ${names.get(trigger)}`);
  },
  before(id) { log.push(`before ${names.get(id)}`); },
  after(id) { log.push(`after ${names.get(id)}`); },
  destroy(id) { log.push(`destroy ${names.get(id)}`); },
}).enable();
process.on('uncaughtException', () => log.push(`uncaught in ${names.get(executionAsyncId())}`));
process.on('exit', () => console.log(log.join('\n')));
fs.stat('.', () => {
  throw new Error('handled');
});
