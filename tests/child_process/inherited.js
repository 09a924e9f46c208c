// Descriptors beyond the standard three reach the child, and only those that it was given.
'use strict';
const { spawn, fork } = require('child_process');
const fs = require('fs');
const net = require('net');

if (process.argv[2] === 'child') {
  const socket = new net.Socket({ fd: 3 });
  socket.write('from descriptor 3');
  socket.on('data', (data) => {
    fs.writeSync(4, `got ${data}`);
    fs.closeSync(4);
    try {
      fs.closeSync(4);
    } catch (error) {
      socket.end(error.code);
    }
  });
  return;
}
if (process.argv[2] === 'grandchild') {
  const open = fs.readdirSync('/proc/self/fd').filter((name) => {
    try {
      return +name > 2 && fs.readlinkSync(`/proc/self/fd/${name}`).startsWith('socket:');
    } catch {
      return false;
    }
  });
  console.log('sockets of the grandchild', open);
  return;
}
if (process.argv[2] === 'forked') {
  // The channel is not for the children of this process.
  spawn(process.execPath, [__filename, 'grandchild'], { stdio: ['ignore', 'inherit', 'inherit'] });
  return;
}

const child = spawn(process.execPath, [__filename, 'child'], { stdio: ['ignore', 'inherit', 'inherit', 'pipe', 'pipe'] });
const texts = { 3: [], 4: [] };
child.stdio[3].once('data', () => child.stdio[3].write('a question'));
for (const number of [3, 4]) {
  child.stdio[number].on('data', (data) => texts[number].push(`${data}`));
  child.stdio[number].on('end', () => texts[number].push('end'));
}
child.on('close', (code) => {
  console.log('close', code, texts);
  fork(__filename, ['forked']).on('close', (code) => console.log('close', code));
});
