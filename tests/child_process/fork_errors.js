// What can not be sent, said or forked.
'use strict';
const { fork, spawn, spawnSync } = require('child_process');

if (process.argv[2] === 'child') {
  process.once('message', () => process.exit(3));
  return;
}

function attempt(name, action) {
  try {
    console.log(name, action());
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
}

attempt('no path', () => fork());
attempt('number', () => fork(1));
attempt('null byte', () => fork('a\0b'));
attempt('args', () => fork(__filename, 'child'));
attempt('args null byte', () => fork(__filename, ['a\0b']));
attempt('options', () => fork(__filename, [], 1));
attempt('execPath', () => fork(__filename, [], { execPath: 'a\0b' }));
attempt('no ipc', () => fork(__filename, [], { stdio: [0, 1, 2] }));
attempt('stdio', () => fork(__filename, [], { stdio: 'nonsense' }));
attempt('serialization', () => fork(__filename, [], { serialization: 'xml' }));
attempt('two channels', () => spawn('true', { stdio: ['ipc', 'ipc'] }));
attempt('sync', () => spawnSync('true', { stdio: [0, 1, 2, 'ipc'] }));

const child = fork(__filename, ['child'], { silent: true });
attempt('nothing', () => child.send());
attempt('function', () => child.send(() => {}));
attempt('symbol', () => child.send(Symbol('x')));
attempt('bigint', () => child.send(1n));
attempt('handle', () => child.send('x', {}));
attempt('send options', () => child.send('x', undefined, 'options'));
attempt('sent', () => child.send('go'));
child.on('exit', (code) => {
  console.log('exit', code);
});
child.on('close', () => {
  attempt('after', () => child.send('x'));
  attempt('disconnect', () => child.disconnect());
});
child.on('disconnect', () => console.log('disconnect'));
child.on('error', (error) => console.log('error', error.code, error.message));
