// After an uncaught exception the ids of what is running start anew, and the resource is the callback's own.
'use strict';
const { createHook, executionAsyncId, executionAsyncResource } = require('node:async_hooks');

let after = 0;
createHook({ after() { after++; } }).enable();
process.on('uncaughtException', (error) => console.log('uncaught', error.message));
setTimeout(() => { throw new Error('from a timer'); }, 1);
const timer = setTimeout(() => {
  console.log(executionAsyncId() > 1, executionAsyncResource() === timer, after > 0);
  const immediate = setImmediate(() => console.log(executionAsyncResource() === immediate));
}, 10);
console.log(executionAsyncId());
