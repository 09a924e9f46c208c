// The public timers module: setTimeout, setInterval, setImmediate and their clear forms.
'use strict';

const { Array, ObjectDefineProperty, SymbolFor } = primordials;
const { Timeout, clearTimeout, insertNow } = require('internal/timers/timeout');
const { Immediate, clearImmediate } = require('internal/timers/immediate');

// A wrong callback is refused before anything is created.
function checkCallback(callback) {
  if (typeof callback !== 'function') require('internal/validators').validateFunction(callback, 'callback');
}

function restOf(args) {
  const rest = new Array(args.length - 2);
  for (let i = 2; i < args.length; i++) rest[i - 2] = args[i];
  return rest;
}

function setTimeout(callback, after) {
  checkCallback(callback);
  const args = arguments.length > 2 ? restOf(arguments) : undefined;
  const timeout = new Timeout(callback, after, args, false, true);
  insertNow(timeout, timeout._idleTimeout);
  return timeout;
}

function setInterval(callback, repeat) {
  checkCallback(callback);
  const args = arguments.length > 2 ? restOf(arguments) : undefined;
  const timeout = new Timeout(callback, repeat, args, true, true);
  insertNow(timeout, timeout._idleTimeout);
  return timeout;
}

function clearInterval(timer) {
  clearTimeout(timer);
}

function setImmediate(callback) {
  checkCallback(callback);
  if (arguments.length === 1) return new Immediate(callback, undefined);
  const args = new Array(arguments.length - 1);
  for (let i = 1; i < arguments.length; i++) args[i - 1] = arguments[i];
  return new Immediate(callback, args);
}

// util.promisify.custom; the promise forms load when somebody asks for them.
function addPromiseForm(method, name) {
  ObjectDefineProperty(method, SymbolFor('nodejs.util.promisify.custom'), {
    __proto__: null, enumerable: true, get: () => require('timers/promises')[name],
  });
}
addPromiseForm(setTimeout, 'setTimeout');
addPromiseForm(setImmediate, 'setImmediate');

module.exports = { setTimeout, clearTimeout, setImmediate, clearImmediate, setInterval, clearInterval };

ObjectDefineProperty(module.exports, 'promises', {
  __proto__: null, configurable: true, enumerable: true, get: () => require('timers/promises'),
});
