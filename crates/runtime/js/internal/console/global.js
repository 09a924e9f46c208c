// The global console: a Console whose streams are `process.stdout` and `process.stderr`, made at first use.
//
// Until a program touches one of those streams, its lines go straight to the descriptor
// (internal/console/direct_output).
'use strict';

const {
  ObjectDefineProperty,
} = primordials;
const { Console, bindMethods, initialize, methodNames, setDirectOutput } = require('internal/console/console');
const { createDirectOutput } = require('internal/console/direct_output');

const console = { __proto__: {} };
for (let i = 0; i < methodNames.length; i++) console[methodNames[i]] = Console.prototype[methodNames[i]];
bindMethods(console, methodNames);

function defineStream(key, name) {
  let replaced;
  ObjectDefineProperty(console, key, {
    __proto__: null,
    configurable: true,
    enumerable: false,
    // As in Node, the stream that was found first stays.
    get() { return replaced ??= process[name]; },
    set(stream) { replaced = stream; },
  });
  return () => replaced !== undefined;
}
const isReplaced = {
  __proto__: null,
  _stdout: defineStream('_stdout', 'stdout'),
  _stderr: defineStream('_stderr', 'stderr'),
};
initialize(console, { ignoreErrors: true, colorMode: 'auto' });
ObjectDefineProperty(console, 'Console', {
  __proto__: null, value: Console, writable: true, enumerable: true, configurable: true,
});

// These speak to an attached inspector and otherwise do nothing, in Node as well.
console.profile = function profile() {};
console.profileEnd = function profileEnd() {};
console.timeStamp = function timeStamp() {};
console.context = function context() { return console; };
console.createTask = function createTask(name) {
  if (typeof name !== 'string' || name === '') {
    throw new primordials.Error('First argument must be a non-empty string.');
  }
  return { run: (callback) => callback() };
};

setDirectOutput(console, createDirectOutput(isReplaced));

module.exports = console;
