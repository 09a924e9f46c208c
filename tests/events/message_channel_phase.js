// Messages come in the poll phase: to a new port and to an old one, posted from every kind of callback.
// @loop node node11
'use strict';
const { spawn } = require('node:child_process');
const fs = require('node:fs');

const keep = setInterval(() => {}, 1000);
const old = new MessageChannel();
old.port1.on('message', (message) => console.log('old port', message));

function post(name, done) {
  console.log(`-- ${name}`);
  const channel = new MessageChannel();
  channel.port1.on('message', (message) => {
    console.log('new port', message);
    channel.port1.close();
    setTimeout(done, 10);
  });
  channel.port2.postMessage(name);
  old.port2.postMessage(name);
  setImmediate(() => console.log('immediate', name));
  process.nextTick(() => console.log('tick', name));
  Promise.resolve().then(() => console.log('promise', name));
}

const callbacks = {
  'file read': (go) => fs.readFile(__filename, go),
  'promise of a file': (go) => fs.promises.stat(__filename).then(go),
  'data of a child': (go) => spawn('echo', ['x']).stdout.once('data', go),
  'exit of a child': (go) => spawn('true').once('exit', go),
  signal(go) {
    process.once('SIGUSR2', go);
    process.kill(process.pid, 'SIGUSR2');
  },
  timer: (go) => go(),
  immediate: (go) => setImmediate(go),
  message(go) {
    const { port1, port2 } = new MessageChannel();
    port1.once('message', go);
    port2.postMessage('go');
  },
  close: (go) => new MessageChannel().port1.close(go),
};

const names = Object.keys(callbacks);
(function next() {
  const name = names.shift();
  if (name !== undefined) {
    setTimeout(() => callbacks[name](() => post(name, next)), 5);
  } else {
    clearInterval(keep);
    old.port1.close();
  }
})();
