// Modules of a page: what a specifier names, and `import()`, which takes a task because a page loads over a network.
//
// With --node-globals modules are found as in Node, and only the task stays.
'use strict';

const { Promise, RegExpPrototypeExec, TypeError } = primordials;

const { loop } = internalBinding('options');
const { isBuiltin } = require('internal/builtins');
const { SOURCES, queueTask } = require('web/window/event_loop');
const { resolve: resolveAddress } = require('web/fetch/address');

const RELATIVE = /^\.{0,2}\//;
const LOADABLE = /^(?:file|data):/;
const LOAD_FAILURES = ['ENOENT', 'EISDIR', 'ENOTDIR', 'EACCES', 'ERR_MODULE_NOT_FOUND', 'ERR_UNKNOWN_FILE_EXTENSION', 'ERR_UNSUPPORTED_DIR_IMPORT'];

// The URL of a specifier in a module at `base`. There are no import maps: a bare name is nothing.
function resolve(specifier, base) {
  const url = resolveAddress(specifier, RegExpPrototypeExec(RELATIVE, specifier) === null ? undefined : base);
  if (url === null || isBuiltin(specifier)) {
    const hint = isBuiltin(specifier) ? ', a module of Node: a page has none without --node-globals' : '';
    throw new TypeError(`Failed to resolve module specifier '${specifier}'${hint}`);
  }
  return url;
}

function isLoadFailure(error) {
  const code = error?.code;
  for (let i = 0; i < LOAD_FAILURES.length; i++) if (LOAD_FAILURES[i] === code) return true;
  return false;
}

function task() {
  return new Promise((done) => queueTask(SOURCES.networking, () => done()));
}

// import(): `start` begins the load of a specifier whose resolution is checked before the task.
async function importInPage(specifier, base, start) {
  const url = loop.nodeGlobals ? specifier : resolve(specifier, base);
  if (!loop.nodeGlobals && RegExpPrototypeExec(LOADABLE, url) === null) throw unloadable(url);
  await task();
  try {
    return await start();
  } catch (error) {
    if (loop.nodeGlobals || !isLoadFailure(error)) throw error;
    throw unloadable(url, error);
  }
}

function unloadable(url, cause = undefined) {
  return new TypeError(`Failed to fetch dynamically imported module: ${url}`, cause === undefined ? undefined : { __proto__: null, cause });
}

module.exports = { importInPage, isLoadFailure, resolve };
