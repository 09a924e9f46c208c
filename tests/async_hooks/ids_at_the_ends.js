// The main script has the id 1; before and at the end of the process nothing has an id.
'use strict';
const { executionAsyncId, triggerAsyncId } = require('async_hooks');

const say = (where) => console.log(where, executionAsyncId(), triggerAsyncId());
say('main');
process.on('beforeExit', () => say('beforeExit'));
process.on('exit', () => say('exit'));
Promise.resolve().then(() => say('promise job of the main script'));
setTimeout(() => {
  console.log('timer', executionAsyncId() > 1, triggerAsyncId());
  Promise.resolve().then(() => say('promise job of the timer'));
  setImmediate(() => {
    console.log('immediate', executionAsyncId() > 1, triggerAsyncId() > 1);
    Promise.resolve().then(() => say('promise job of the immediate'));
  });
}, 1);
