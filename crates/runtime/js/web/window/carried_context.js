// The async context that a task, a timer or a deadline of a page hands on to its callback.
//
// A page has no storages to hand on: all that its context holds is the scheduling state of web/window/scheduler, which
// promise jobs keep and other tasks do not. With --node-globals there may be an AsyncLocalStorage, and as in Node
// everything carries it.
'use strict';

const context = require('internal/async_hooks/context');

const { nodeGlobals } = internalBinding('options').loop;

function carriedContext() {
  return nodeGlobals ? context.current : undefined;
}

module.exports = { carriedContext };
