// A forked child and its parent tell each other things, in both ways of saying them.
'use strict';
const { fork } = require('child_process');

if (process.argv[2] === 'child') {
  process.on('message', (message) => {
    if (message === 'end') {
      process.disconnect();
      return;
    }
    process.send({ echo: message, type: typeof message });
  });
  process.on('disconnect', () => process.send('too late', (error) => {
    process.exitCode = error.code === 'ERR_IPC_CHANNEL_CLOSED' && !process.connected && process.channel === null ? 7 : 8;
  }));
  process.send({ ready: true, env: [process.env.NODE_CHANNEL_FD, process.env.NODE_CHANNEL_SERIALIZATION_MODE] });
  return;
}

const messages = {
  json: ['text', 1.5, true, null, [1, [2]], { deep: { 'ключ': '\u2028 €😀' } }, { when: new Date(0) }, 'x'.repeat(200000)],
  advanced: ['text', -0, null, { when: new Date(0), big: 12n, map: new Map([[1, new Set(['a'])]]), not: undefined }, /x/g],
};

function run(serialization, done) {
  const child = fork(__filename, ['child'], { serialization });
  const log = (...words) => console.log(serialization, ...words);
  log(child.connected, typeof child.channel.ref, typeof child.channel.unref, child.stdio);
  let next = 0;
  child.on('message', (message, handle) => {
    const text = typeof message.echo === 'string' && message.echo.length > 1000 ? message.echo.length : message;
    log('message', text, handle);
    const list = messages[serialization];
    child.send(next < list.length ? list[next] : 'end', (error) => log('sent', error));
    next++;
  });
  child.on('disconnect', () => log('disconnect', child.connected, child.channel));
  child.on('exit', (code, signal) => log('exit', code, signal));
  child.on('close', (code, signal) => {
    log('close', code, signal);
    log(child.send('nobody', (error) => {
      log(error.code, error.message);
      done();
    }));
  });
}

run('json', () => run('advanced', () => {}));
