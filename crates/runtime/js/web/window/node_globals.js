// --node-globals: Node's own names in a page. Ticks run before the microtasks of every checkpoint; an immediate is a task.
'use strict';

const { Symbol, SymbolDispose, globalThis } = primordials;
const { define, lazily } = require('web/window/globals');
const causes = require('internal/causes');

const kTask = Symbol('task');

class Immediate {
  [SymbolDispose]() {
    clearImmediate(this);
  }
}

function setImmediate(callback, ...args) {
  require('internal/validators').validateFunction(callback, 'callback');
  const { invoke } = require('web/window/callbacks');
  const { SOURCES, queueTask } = require('web/window/event_loop');
  const immediate = new Immediate();
  const made = causes.enabled ? causes.mark('immediate') : undefined;
  immediate[kTask] = queueTask(SOURCES.immediate, () => {
    if (causes.enabled) causes.begin('immediate', undefined, made);
    invoke(callback, immediate, args);
    if (causes.enabled) causes.end();
  });
  return immediate;
}

function clearImmediate(immediate) {
  const task = immediate?.[kTask];
  if (task !== undefined) require('web/window/event_loop').cancelTask(task);
}

function install() {
  define('global', globalThis, true);
  define('setImmediate', setImmediate, true);
  define('clearImmediate', clearImmediate, true);
  lazily('Buffer', 'buffer', 'Buffer', false);
}

// What needs the entry's path: `require` starts from it.
function installFor(path) {
  define('process', require('internal/process/instance').process(), false);
  define('require', require('internal/modules/cjs').createRequire(path), true);
}

module.exports = { install, installFor };
