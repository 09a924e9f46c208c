// The order of messages among ports, ticks, promises, immediates and closing; how many come in one pass.
// @loop node node11
'use strict';
const { AsyncLocalStorage } = require('node:async_hooks');

const log = console.log;
const steps = [
  function agesOfPorts(done) {
    const [a, b] = [new MessageChannel(), new MessageChannel()];
    for (const [name, port] of Object.entries({ a1: a.port1, a2: a.port2, b1: b.port1, b2: b.port2 })) {
      port.on('message', (message) => log(name, message));
    }
    b.port1.postMessage('first');
    a.port2.postMessage('second');
    a.port1.postMessage('third');
    b.port2.postMessage('fourth');
    setImmediate(() => {
      a.port1.close();
      b.port1.close(done);
    });
  },
  function drainedBetween(done) {
    const { port1, port2 } = new MessageChannel();
    port1.on('message', (message) => {
      log('message', message);
      process.nextTick(() => log('tick', message));
      Promise.resolve().then(() => log('promise', message));
      setImmediate(() => log('immediate', message));
      if (message === 3) port1.close(done);
    });
    for (const message of [1, 2, 3]) port2.postMessage(message);
  },
  function pingPong(done) {
    const { port1, port2 } = new MessageChannel();
    port1.on('message', (count) => {
      log('port1', count);
      setImmediate(() => log('immediate of port1', count));
      if (count < 6) port1.postMessage(count + 1);
      else port1.close(done);
    });
    port2.on('message', (count) => {
      log('port2', count);
      setImmediate(() => log('immediate of port2', count));
      port2.postMessage(count + 1);
    });
    port1.postMessage(1);
  },
  function whileItIsServed(done) {
    const { port1, port2 } = new MessageChannel();
    port1.on('message', (count) => {
      log('message', count);
      setImmediate(() => log('immediate', count));
      if (count < 4) port2.postMessage(count + 1);
      else port1.close(done);
    });
    port2.postMessage(1);
  },
  function closedWhileItIsServed(done) {
    const { port1, port2 } = new MessageChannel();
    port1.on('message', (message) => {
      log('message', message);
      if (message === 1) port1.close(() => log('closed'));
    });
    port2.on('close', done);
    for (const message of [1, 2, 3]) port2.postMessage(message);
  },
  function listenerThrows(done) {
    const { port1, port2 } = new MessageChannel();
    process.once('uncaughtException', (error) => log('uncaught', error.message));
    port1.on('message', (message) => {
      log('message', message);
      setImmediate(() => log('immediate', message));
      if (message === 1) throw new Error('thrown');
      if (message === 3) port1.close(done);
    });
    for (const message of [1, 2, 3]) port2.postMessage(message);
  },
  function thousandInAPass(done) {
    const { port1, port2 } = new MessageChannel();
    let count = 0;
    port1.on('message', () => {
      count++;
      if (count < 2500) port2.postMessage(0);
      else port1.close(done);
    });
    setImmediate(function look() {
      log('after a pass', count);
      if (count < 2500) setImmediate(look);
    });
    port2.postMessage(0);
  },
  function moreIfMoreWait(done) {
    const { port1, port2 } = new MessageChannel();
    let count = 0;
    port1.on('message', () => {
      count++;
      if (count < 5000) port2.postMessage(0);
      else if (count === 5000) port1.close(done);
    });
    setImmediate(function look() {
      log('after a pass', count);
      if (count < 5000) setImmediate(look);
    });
    for (let i = 0; i < 1500; i++) port2.postMessage(0);
  },
  function closings(done) {
    const [a, b] = [new MessageChannel(), new MessageChannel()];
    for (const [name, port] of Object.entries({ a1: a.port1, a2: a.port2, b1: b.port1, b2: b.port2 })) {
      port.on('close', () => {
        log('close', name);
        process.nextTick(() => log('tick after', name));
      });
    }
    a.port1.close(() => log('callback'));
    b.port2.close();
    b.port1.close();
    let rounds = 0;
    setImmediate(function look() {
      log('immediate', ++rounds);
      if (rounds < 3) setImmediate(look);
      else done();
    });
  },
  function contexts(done) {
    const storage = new AsyncLocalStorage();
    const { port1, port2 } = storage.run('made', () => new MessageChannel());
    storage.run('listening', () => port1.on('message', () => {
      log('message in', storage.getStore());
      port1.close();
    }));
    storage.run('listening', () => port1.on('close', () => {
      log('close in', storage.getStore());
      done();
    }));
    storage.run('posting', () => port2.postMessage(1));
  },
];

const keep = setInterval(() => {}, 1000);
(function next() {
  const step = steps.shift();
  if (step === undefined) return clearInterval(keep);
  log('--', step.name);
  step(() => setTimeout(next, 5));
})();
