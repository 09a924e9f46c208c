// --causes: what led to an uncaught error, beyond where its stack and those who awaited end.
//
// Everything that calls back has an async id, that of what made it, and the place it was made at. While the option is on
// the three are kept here; an uncaught error is followed by one line for each link from the callback that failed back to
// the main script. What the program did not make itself (a promise, what a builtin made for its own use) is no line, but a link.
'use strict';

const { ArrayPrototypePush, SafeMap, SafeWeakMap, StringPrototypeStartsWith } = primordials;

// Enough to find a frame of the program behind those of builtins.
const STACK_FRAMES = 16;
// Of a long chain the links nearest to the error are told.
const MOST_LINES = 20;
// Resources that are gone may still be a cause: so many are kept.
const MOST_RECORDS = 100_000;

const MAIN_ID = 1;

// async id -> { type, trigger, stack, repeats }
const records = new SafeMap();
// error -> the async id that was executing when it was made in a promise job
const origins = new SafeWeakMap();

const record = { made, onError, linesOf };
module.exports = record;

function made(asyncId, type, trigger, resource) {
  const { captureRaw } = require('internal/errors/stack');
  if (records.size >= MOST_RECORDS) records.delete(records.keys().next().value);
  const repeats = type === 'Timeout' && resource._repeat !== null;
  records.set(asyncId, { type, trigger, stack: captureRaw(STACK_FRAMES, made), repeats });
}

function onError(error) {
  if (!origins.has(error)) origins.set(error, require('internal/async_hooks/hooks').executionAsyncId);
}

const words = {
  __proto__: null,
  Immediate: 'setImmediate',
  TickObject: 'process.nextTick',
  Microtask: 'queueMicrotask',
  FSREQCALLBACK: 'a file operation',
  FSREQPROMISE: 'a file operation',
  GETADDRINFOREQWRAP: 'a look-up of a name',
  TCPSERVERWRAP: 'a server',
  TCPWRAP: 'a socket',
  TCPCONNECTWRAP: 'a connection',
  PIPESERVERWRAP: 'a server',
  PIPEWRAP: 'a pipe',
  PROCESSWRAP: 'a child process',
  HTTPINCOMINGMESSAGE: 'an HTTP request',
  HTTPCLIENTREQUEST: 'an HTTP request',
  WORKER: 'a worker',
  MESSAGEPORT: 'a message port',
  SIGNALWRAP: 'a signal',
  FSEVENTWRAP: 'a watcher of files',
};

function describe({ type, repeats }) {
  if (type === 'Timeout') return repeats ? 'setInterval' : 'setTimeout';
  return words[type] ?? type;
}

// Where a resource was made, in the program's own text.
function placeOf({ stack }) {
  const { framesIn } = require('internal/errors/stack');
  const frames = framesIn(stack);
  for (let i = 0; i < frames.length; i++) {
    const { url } = frames[i];
    if (url !== undefined && !StringPrototypeStartsWith(url, 'node:')) {
      return require('internal/errors/call_site').describe(frames[i]);
    }
  }
  return undefined;
}

// The lines behind the stack of an uncaught error.
function linesOf(error) {
  const isObject = typeof error === 'object' && error !== null;
  let id = (isObject ? origins.get(error) : undefined) ?? require('internal/async_hooks/hooks').executionAsyncId;
  const lines = [];
  const seen = new SafeMap();
  while (id > MAIN_ID && lines.length < MOST_LINES && !seen.has(id)) {
    seen.set(id, true);
    const entry = records.get(id);
    if (entry === undefined) break;
    if (entry.type !== 'PROMISE') {
      const place = placeOf(entry);
      if (place !== undefined) ArrayPrototypePush(lines, `caused by ${describe(entry)} at ${place}`);
    }
    id = entry.trigger;
  }
  return lines;
}
