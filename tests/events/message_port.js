// A port keeps the loop alive while it has a 'message' listener, and takes messages then; closing, and what comes after it.
// @loop node node11
'use strict';
const { inspect } = require('node:util');
const { receiveMessageOnPort } = require('node:worker_threads');

const log = console.log;
const later = (callback) => setTimeout(callback, 5);
const countPorts = () => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;
const hear = (message) => log('heard', message);

const steps = [
  function references(done) {
    const { port1, port2 } = new MessageChannel();
    log(port1.hasRef());
    port1.on('close', () => log('closed', port1.hasRef()));
    log(port1.hasRef());
    port1.on('message', hear);
    log(port1.hasRef(), port1.listenerCount('message'), countPorts());
    port1.unref();
    port1.addEventListener('message', () => {});
    log(port1.hasRef(), countPorts());
    port1.ref();
    log(port1.hasRef());
    port1.removeAllListeners('message');
    log(port1.hasRef(), port2.hasRef());
    port2.onmessage = () => {};
    log(port2.hasRef());
    port2.onmessage = null;
    log(port2.hasRef(), port2.onmessage);
    port1.close();
    log(countPorts());
    later(done);
  },
  function keptUntilHeard(done) {
    const { port1, port2 } = new MessageChannel();
    port1.on('message', hear);
    port1.off('message', hear);
    port2.postMessage('kept');
    later(() => {
      port1.once('message', hear);
      port2.postMessage('for the next');
      later(() => {
        log(receiveMessageOnPort(port1), receiveMessageOnPort(port1));
        port1.close(done);
      });
    });
  },
  function startedWithoutListener(done) {
    const { port1, port2 } = new MessageChannel();
    port2.postMessage('lost');
    port1.start();
    later(() => {
      port1.on('message', hear);
      port2.postMessage('in time');
      later(() => port1.close(done));
    });
  },
  function closedTwice(done) {
    const { port1, port2 } = new MessageChannel();
    port2.on('close', () => log('the other is closed'));
    log(port1.close(), port1.close(), port1.hasRef(), port1.postMessage(1), port2.postMessage(2));
    later(() => {
      log(port1.postMessage(3), port2.postMessage(4), port1.ref(), port1.start(), port1.close());
      log(receiveMessageOnPort(port1));
      done();
    });
  },
  function messagesBeforeTheEnd(done) {
    const { port1, port2 } = new MessageChannel();
    port2.on('close', () => log('closed'));
    port1.postMessage('last words');
    port1.close();
    later(() => {
      log('open still', receiveMessageOnPort(port2));
      log(receiveMessageOnPort(port2));
      later(done);
    });
  },
  function asTargetAndAsEmitter(done) {
    const { port1, port2 } = new MessageChannel();
    port1.on('message', (...values) => log('emitter', values.length, values[0]?.type ?? values[0]));
    port1.addEventListener('message', (event) => {
      const { type, data, origin, lastEventId, source, ports, target, isTrusted } = event;
      log('target', event instanceof MessageEvent, type, data, origin, lastEventId, source, ports.length, target === port1, isTrusted);
    });
    port1.on('own', (value) => log('own', value));
    port1.addEventListener('own', ({ constructor, detail }) => log(constructor.name.includes('CustomEvent'), detail));
    log(port1.emit('message', 7, 8), port1.emit('own', 9), port1.emit('nobody'));
    port1.dispatchEvent(new MessageEvent('message', { data: 'dispatched' }));
    port2.postMessage({ posted: true });
    later(() => port1.close((event) => {
      log(event.type, event.constructor.name, inspect(port1).match(/active: \w+/)[0]);
      setImmediate(() => log(inspect(port1).match(/active: \w+/)[0], port1.hasRef()));
      later(done);
    }));
  },
  function clones(done) {
    const { port1, port2 } = new MessageChannel();
    const message = { map: new Map([[1, new Set([2])]]), date: new Date(0), error: new RangeError('no') };
    message.self = message;
    port2.postMessage(message);
    message.date = 'changed';
    port1.on('message', ({ map, date, error, self }) => {
      log(map, date, error instanceof RangeError, error.message, self.self === self);
      port1.close(done);
    });
  },
];

const keep = setInterval(() => {}, 1000);
(function next() {
  const step = steps.shift();
  if (step === undefined) return clearInterval(keep);
  log('--', step.name);
  step(() => later(next));
})();
process.on('exit', () => {
  const { port1, port2 } = new MessageChannel();
  port1.on('message', hear);
  port2.postMessage('too late');
  log('exit');
});
