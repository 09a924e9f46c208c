// A server that gave a socket to a process which is gone, though nobody has noticed yet: closing it is no error, the question
// how many connections there are is one.
const { fork } = require('child_process');
const { readFileSync, readdirSync } = require('fs');
const net = require('net');

if (process.argv[2] === 'child') {
  process.on('message', () => process.send('has it'));
  process.send('ready');
} else {
  ask('close', () => ask('getConnections', () => {}));
}

function ask(question, next) {
  const child = fork(__filename, ['child']);
  child.on('exit', next);
  child.on('error', (error) => console.log(question, 'error', error.code, error.syscall));
  const server = net.createServer((socket) => child.send('socket', socket));
  child.on('message', (message) => {
    if (message === 'ready') {
      server.listen(0, '127.0.0.1', () => net.connect(server.address().port, '127.0.0.1').on('error', () => {}).resume());
      return;
    }
    child.kill('SIGKILL');
    while (!isZombie(child.pid));
    if (question === 'close') {
      server.close(() => console.log(question, 'called back'));
    } else {
      server.getConnections((error, count) => {
        console.log(question, 'called back', error?.code, count);
        server.close();
      });
    }
  });
}

// Its threads are gone and its descriptors with them, and the loop has yet to hear of it.
function isZombie(pid) {
  return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')) && readdirSync(`/proc/${pid}/task`).length === 1;
}
