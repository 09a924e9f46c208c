// Every asynchronous file operation is a resource: made by whoever calls, entered around its callback, gone after its ticks.
'use strict';
const fs = require('fs');
const { createHook, executionAsyncId, executionAsyncResource, triggerAsyncId } = require('async_hooks');

const names = new Map([[0, 'nobody'], [1, 'main']]);
const log = [];
const nameOf = (id) => names.get(id) ?? `unknown ${id}`;
const hook = createHook({
  init(id, type, trigger, resource) {
    if (type === 'PROMISE') return;
    names.set(id, `${type} ${[...names.values()].filter((name) => name.startsWith(type)).length}`);
    log.push(`init ${nameOf(id)} (${resource.constructor.name}) by ${nameOf(trigger)} in ${nameOf(executionAsyncId())}`);
  },
  before(id) { if (names.has(id)) log.push(`before ${nameOf(id)}`); },
  after(id) { if (names.has(id)) log.push(`after ${nameOf(id)}`); },
  destroy(id) { if (names.has(id)) log.push(`destroy ${nameOf(id)}`); },
}).enable();

function say(what) {
  const resource = executionAsyncResource();
  log.push(`  ${what}: ${nameOf(executionAsyncId())} by ${nameOf(triggerAsyncId())}, a ${resource.constructor.name}`);
}

const steps = [
  (next) => fs.stat('.', () => {
    say('stat');
    process.nextTick(say, 'tick of stat');
    queueMicrotask(() => say('microtask of stat'));
    setImmediate(next);
  }),
  (next) => fs.open(__filename, (error, fd) => {
    say('open');
    fs.fstat(fd, () => {
      say('fstat');
      fs.read(fd, Buffer.alloc(4), 0, 4, 0, () => {
        say('read');
        fs.close(fd, () => {
          say('close');
          setImmediate(next);
        });
      });
    });
  }),
  (next) => fs.readFile(__filename, () => {
    say('readFile');
    setImmediate(next);
  }),
  (next) => fs.writeFile('/dev/null', 'text', () => {
    say('writeFile');
    setImmediate(next);
  }),
  (next) => fs.access('does not exist', (error) => {
    say(`access: ${error.code}`);
    setImmediate(next);
  }),
  (next) => fs.readdir('.', () => {
    say('readdir');
    setTimeout(next, 1);
  }),
];

(function run() {
  if (steps.length !== 0) {
    steps.shift()(run);
    return;
  }
  hook.disable();
  // Console output makes resources of its own in Node, so it waits for the end.
  console.log(log.join('\n'));
})();
