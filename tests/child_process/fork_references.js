// A channel keeps a child alive while it listens, and a parent until it does not want that.
'use strict';
const { fork } = require('child_process');

const roles = {
  silent() {},
  listens() { process.on('message', () => {}); },
  leaves() {
    const listener = () => {};
    process.on('message', listener);
    setTimeout(() => process.removeListener('message', listener), 20);
  },
  unref() {
    process.on('message', () => {});
    process.channel.unref();
  },
  late() { setTimeout(() => process.on('message', (message) => { console.log('late', message); setImmediate(() => process.disconnect()); }), 100); },
};
if (process.argv[2] in roles) {
  roles[process.argv[2]]();
  return;
}

const names = Object.keys(roles);
(function next() {
  const name = names.shift();
  if (name === undefined) {
    // Nothing is left but this child, which does not count.
    const child = fork(__filename, ['listens']);
    child.unref();
    child.channel.unref();
    process.on('exit', () => {
      console.log('the end', child.connected);
      child.kill();
    });
    return;
  }
  const child = fork(__filename, [name]);
  child.send('hello');
  if (name === 'listens') setTimeout(() => child.disconnect(), 200);
  child.on('disconnect', () => console.log(name, 'disconnect'));
  child.on('exit', (code, signal) => {
    console.log(name, code, signal);
    setImmediate(next);
  });
})();
