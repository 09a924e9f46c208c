// The process object of builtins under a browser's loop, where programs see none unless they ask for it.
'use strict';

let made;

function process() {
  if (made === undefined) {
    const { setup, watchListeners } = require('internal/process/object');
    made = setup();
    const queues = require('internal/process/task_queues');
    made.nextTick = queues.nextTick;
    made._tickCallback = queues.runNextTicks;
    require('internal/process/stdio').install(made);
    watchListeners(made);
  }
  return made;
}

module.exports = { process };
