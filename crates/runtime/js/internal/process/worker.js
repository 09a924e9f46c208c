// The process object of an environment that does not own its process: what would change the process for everybody is refused,
// as in Node's workers. The object that owns it is untouched by this file.
'use strict';

const { ObjectDefineProperty } = primordials;

const REFUSED = ['abort', 'chdir', 'initgroups', 'setegid', 'seteuid', 'setgid', 'setgroups', 'setuid'];

function refuse(what) {
  const { codes: { ERR_WORKER_UNSUPPORTED_OPERATION } } = require('internal/errors');
  return new ERR_WORKER_UNSUPPORTED_OPERATION(what);
}

function restrict(process) {
  for (let i = 0; i < REFUSED.length; i++) {
    const name = REFUSED[i];
    const unavailableInWorker = function unavailableInWorker() {
      throw refuse(`process.${name}()`);
    };
    // Programs ask this before they try.
    unavailableInWorker.disabled = true;
    process[name] = unavailableInWorker;
  }
  const { umask } = process;
  process.umask = function wrappedUmask(mask) {
    if (mask !== undefined) throw refuse('Setting process.umask()');
    return umask();
  };
  keep(process, 'title', process.title);
  keep(process, 'debugPort', process.debugPort);
}

// What can be written without effect.
function keep(process, name, value) {
  ObjectDefineProperty(process, name, { __proto__: null, get: () => value, set() {}, enumerable: true, configurable: true });
}

// Standard input belongs to the main environment: here it has ended before it began.
function createStdin() {
  const { Readable } = require('stream');
  const stream = new Readable({ read() {} });
  stream.push(null);
  return stream;
}

module.exports = { createStdin, restrict };
