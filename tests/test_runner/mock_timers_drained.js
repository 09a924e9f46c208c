// Ticks and microtasks run between two mock timers, and each timer sees its own time: the loop in virtual time. Node runs all of them first.
// @same t1@9,t2@9,sync,tick,microtask ||| t1@1,tick,microtask,t2@2,nested@6,sync
'use strict';

const { mock } = require('node:test');

const order = [];
mock.timers.enable({ apis: ['setTimeout', 'Date'] });
setTimeout(() => {
  order.push(`t1@${Date.now()}`);
  process.nextTick(() => order.push('tick'));
  Promise.resolve().then(() => {
    order.push('microtask');
    setTimeout(() => order.push(`nested@${Date.now()}`), 5);
  });
}, 1);
setTimeout(() => order.push(`t2@${Date.now()}`), 2);
mock.timers.tick(9);
order.push('sync');
mock.timers.reset();
setImmediate(() => console.log(order.join()));
