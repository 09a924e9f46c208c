// Async work: completions come in poll, each with its ticks and microtasks; the async context is that of the call.
'use strict';

const { AsyncLocalStorage, createHook, executionAsyncId } = require('async_hooks');
const addon = require(require('./fixtures/build')('async'));

const storage = new AsyncLocalStorage();
const seen = [];
createHook({ init(id, type) { if (type === 'SQUARE' || type === 'MADE') seen.push(type); } }).enable();

storage.run('the store', () => {
  addon.square(7, (status, result) => {
    console.log('done', status, result, storage.getStore(), executionAsyncId() > 1);
    process.nextTick(() => console.log('tick'));
    Promise.resolve().then(() => console.log('microtask'));
    setImmediate(() => console.log('immediate'));
    queueMicrotask(() => step2());
  });
});
console.log('after the call', seen);

function step2() {
  let left = 20;
  for (let i = 0; i < 20; i++) {
    addon.square(i, (status, result) => {
      if (result !== i * i) console.log('wrong', i, result);
      left -= 1;
      process.nextTick(() => {
        left === 0 && process.nextTick(step3);
      });
    });
  }
}

function step3() {
  process.once('uncaughtException', (error) => {
    console.log('caught', error.message);
    setImmediate(() => console.log('cancel', addon.cancelled((status, result) => {
      console.log('cancelled', status, result);
      console.log(storage.run('inner', () => addon.make_callback({ name: 'this' }, function(argument) {
        process.nextTick(() => console.log('tick of a callback'));
        return console.log(this.name, argument, storage.getStore());
      }, 'argument')), seen.filter((type) => type === 'MADE').length);
      console.log('returned');
      try { addon.make_callback({}, () => { throw new Error('from a callback'); }, 1); } catch (error) { console.log(error.message); }
      setImmediate(step4);
    })));
  });
  addon.square(2, () => { throw new Error('from complete'); });
}

function step4() {
  process.once('uncaughtException', (error, origin) => console.log('fatal', error.message, origin));
  console.log(addon.fatal(new Error('given')));
}
