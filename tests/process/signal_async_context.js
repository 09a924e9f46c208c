// A signal listener runs in the async context in which the first listener of that signal was added.
const { AsyncLocalStorage } = require('node:async_hooks');

const storage = new AsyncLocalStorage();
const keepAlive = setInterval(() => {}, 1000);
storage.run('first', () => process.on('SIGUSR2', () => console.log('one', storage.getStore())));
storage.run('second', () => process.on('SIGUSR2', () => {
  console.log('two', storage.getStore());
  clearInterval(keepAlive);
}));
storage.run('sender', () => process.kill(process.pid, 'SIGUSR2'));
