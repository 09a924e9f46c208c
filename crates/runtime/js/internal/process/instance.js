// The process object, made when somebody first asks for it: through the global of a Node loop, or as the `process` that
// builtins are given in a page, where programs see none unless they ask for it.
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
