// Which domain is current in the callbacks of timers, ticks, promises, files and children.
'use strict';

const { execFile } = require('child_process');
const { AsyncLocalStorage, AsyncResource } = require('async_hooks');
const domain = require('domain');
const { EventEmitter } = require('events');
const fs = require('fs');

console.log(EventEmitter.usingDomains, process.domain, domain.active, domain._stack);

const d = domain.create();
const e = domain.create();
d.name = 'd';
e.name = 'e';
const now = () => process.domain?.name;
const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

async function main() {
  console.log('before', now());
  await d.run(async () => {
    console.log('inside', now(), domain.active === d, domain._stack.length);
    await null;
    console.log('after await', now(), domain._stack.length);
    await pause();
    console.log('after a pause', now());
    await fs.promises.stat(__filename);
    console.log('after stat', now());
  });
  await pause();

  d.run(() => {
    e.run(() => console.log('nested', now(), domain._stack.map((each) => each.name)));
    console.log('back', now());
    d.enter();
    e.enter();
    console.log(domain._stack.map((each) => each.name));
    d.exit();
    console.log('left', now());
  });
  console.log('outside', process.domain, domain._stack.length);

  const timeout = d.run(() => setTimeout(() => console.log('timeout', now()), 1));
  console.log(timeout.domain.name, Object.keys(timeout).includes('domain'));
  d.run(() => setImmediate(() => console.log('immediate', now(), domain._stack.length)));
  await pause();
  d.run(() => process.nextTick(() => console.log('tick', now())));
  d.run(() => queueMicrotask(() => console.log('microtask', now())));
  await pause();

  const promise = d.run(() => Promise.resolve(1));
  console.log(promise.domain.name);
  e.run(() => promise.then(() => console.log('then of e', now())));
  promise.then(() => console.log('then outside', now()));
  e.run(() => promise.finally(() => console.log('finally of e', now())));
  await pause();

  const resource = d.run(() => new AsyncResource('OWN'));
  e.run(() => {
    resource.runInAsyncScope(() => console.log('resource', now()));
    console.log('after resource', now());
  });

  const storage = new AsyncLocalStorage();
  storage.run('kept', () => d.run(() => setImmediate(() => console.log(storage.getStore(), now()))));
  d.run(() => storage.enterWith('stays'));
  console.log(storage.getStore(), now());
  await pause();

  await new Promise((resolve) => d.run(() => fs.readFile(__filename, () => {
    console.log('file', now());
    setImmediate(() => console.log('immediate of file', now()));
    resolve();
  })));
  await pause();
  await new Promise((resolve) => d.run(() => execFile(process.execPath, ['--version'], () => {
    console.log('child', now());
    resolve();
  })));

  const emitter = d.run(() => new EventEmitter());
  console.log(emitter.domain.name, Object.keys(emitter).includes('domain'), new EventEmitter().domain);
  e.add(emitter);
  console.log(emitter.domain.name, e.members.length);
  emitter.on('event', () => console.log('listener', now()));
  emitter.emit('event');
  d.add(e);
  e.add(d);
  console.log(e.domain.name, d.domain);
}

main().then(() => setTimeout(() => console.log('end', process.domain), 1));
process.on('exit', () => console.log('exit', process.domain, domain._stack.length));
