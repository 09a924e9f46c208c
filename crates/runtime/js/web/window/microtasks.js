// queueMicrotask of a page: what the callback throws goes to the window.
'use strict';

const { PromisePrototypeThen, PromiseResolve } = primordials;
const { report } = require('web/window/callbacks');
const context = require('internal/async_hooks/context');
const { requireArguments, requireFunction } = require('web/window/arguments');

// One settled promise serves every microtask: `then` on it queues exactly one job.
const settled = PromiseResolve();

function queueMicrotask(callback) {
  requireArguments('queueMicrotask', 'Window', 1, arguments.length);
  requireFunction('queueMicrotask', 'Window', callback);
  const frame = context.current;
  PromisePrototypeThen(settled, () => {
    const outer = context.current;
    context.current = frame;
    try {
      callback();
    } catch (error) {
      report(error);
    }
    context.current = outer;
  });
}

module.exports = { queueMicrotask };
