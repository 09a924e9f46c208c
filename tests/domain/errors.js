// Where an error goes: thrown, emitted, intercepted; what is left on it; nested domains and handlers that throw.
'use strict';

const domain = require('domain');
const { EventEmitter } = require('events');

function listening(name, then) {
  const d = domain.create();
  d.name = name;
  d.on('error', (error) => {
    console.log(name, 'got', error?.message ?? error, {
      domain: error?.domain?.name, thrown: error?.domainThrown, emitter: error?.domainEmitter?.name, bound: error?.domainBound?.name,
      enumerable: Object.keys(Object(error)), current: process.domain?.name, entered: domain._stack.length,
    });
    handled();
    then?.(error);
  });
  return d;
}

// A step goes on when its errors have come: one, or as many as it says.
let waiting = 0;
function handled() {
  if (--waiting === 0) setImmediate(next);
}

function onceByProcess() {
  process.once('uncaughtException', (error) => {
    console.log('process got', error.message, process.domain, domain._stack.length);
    handled();
  });
}

const steps = [
  () => listening('thrown').run(() => { throw new Error('from run'); }),
  () => listening('timer').run(() => setTimeout(() => { throw new Error('from a timer'); }, 1)),
  () => listening('tick').run(() => process.nextTick(() => { throw new Error('from a tick'); })),
  () => {
    // The scope of a microtask is left before its error is offered.
    onceByProcess();
    listening('microtask').run(() => queueMicrotask(() => { throw new Error('from a microtask'); }));
  },
  () => listening('immediate').run(() => setImmediate(() => { throw new Error('from an immediate'); })),
  () => listening('primitive').run(() => setImmediate(() => { throw 'a string'; })),
  () => listening('rejection').run(() => { Promise.reject(new Error('nobody handles it')); }),
  () => listening('chain').run(() => { Promise.resolve().then(() => { throw new Error('in then'); }); }),
  () => listening('async').run(async () => {
    await null;
    throw new Error('async');
  }),
  () => listening('file').run(() => require('fs').stat(__filename, () => { throw new Error('from stat'); })),
  () => {
    waiting = 3;
    const emitter = new EventEmitter();
    emitter.name = 'explicit';
    const d = listening('added');
    d.add(emitter);
    console.log(d.members.length, emitter.emit('error', new Error('emitted')));
    console.log(emitter.emit('error'), emitter.emit('error', 'text'));
    d.remove(emitter);
    console.log(d.members.length, emitter.domain);
  },
  () => {
    const emitter = listening('implicit').run(() => new EventEmitter());
    emitter.name = 'made inside';
    emitter.on('event', () => {
      console.log(process.domain.name, domain._stack.length);
      throw new Error('in a listener');
    });
    setImmediate(() => emitter.emit('event'));
  },
  () => {
    const bound = listening('bound').bind(function handler(a, b) {
      console.log(this.self, a, b, process.domain.name);
      throw new Error('in bound');
    });
    console.log(bound.domain.name);
    setImmediate(() => bound.call({ self: 'kept' }, 1, 2));
  },
  () => {
    const intercepted = listening('intercept').intercept(function callback(a, b) {
      console.log(a, b, process.domain.name);
      return 'result';
    });
    console.log(intercepted(null, 1, 2), intercepted(new Error('intercepted'), 1));
  },
  () => {
    waiting = 2;
    const inner = listening('inner', () => { throw new Error('handler of inner'); });
    listening('outer').run(() => inner.run(() => { throw new Error('first'); }));
  },
  () => {
    const silent = domain.create();
    listening('around').run(() => silent.run(() => { throw new Error('inner has no listener'); }));
  },
  () => {
    onceByProcess();
    domain.create().run(() => { throw new Error('no listener at all'); });
  },
  () => {
    // In a later callback the domain around is no longer there.
    onceByProcess();
    const inner = domain.create();
    listening('gone').run(() => inner.run(() => setTimeout(() => { throw new Error('only inner is entered'); }, 1)));
  },
];

function next() {
  const step = steps.shift();
  if (step === undefined) return;
  waiting = 1;
  console.log('--', process.domain, domain._stack.length);
  step();
}
next();
