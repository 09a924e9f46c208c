// --node-globals: Node's own names in a page. Ticks run before the microtasks of every checkpoint; an immediate is a task.
'use strict';

const { Symbol, SymbolDispose, globalThis } = primordials;
const { define, lazily } = require('web/window/globals');
const turns = require('internal/turns');

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
  const made = turns.enabled ? turns.mark() : undefined;
  immediate[kTask] = queueTask(SOURCES.immediate, () => {
    if (turns.enabled) turns.begin('immediate', undefined, made);
    invoke(callback, immediate, args);
    if (turns.enabled) turns.end();
  });
  return immediate;
}

function clearImmediate(immediate) {
  const task = immediate?.[kTask];
  if (task !== undefined) require('web/window/event_loop').cancelTask(task);
}

function install() {
  if (turns.enabled) turns.install();
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
