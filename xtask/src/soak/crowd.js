// What `cargo xtask soak` runs of crowds: ten thousand connections at once, with the limits that a process begins with. The
// server is a process of its own; every connection must get its number back.
'use strict';

const childProcess = require('child_process');
const fs = require('fs');
const net = require('net');

const WANTED = 10000;

if (process.argv[2] === 'server') {
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.pipe(socket);
  });
  server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => process.send({ port: server.address().port }));
  process.on('message', () => server.getConnections((error, count) => process.send({ count })));
  process.on('disconnect', () => process.exit());
} else {
  const [, soft, hard] = /Max open files +(\d+) +(\d+)/.exec(fs.readFileSync('/proc/self/limits', 'latin1'));
  const limit = Number(hard) - 100;
  const wanted = Math.min(WANTED, limit);
  const server = childProcess.fork(__filename, ['server']);
  const tally = { wanted, softLimit: Number(soft), connected: 0, answered: 0, wrong: 0 };
  server.once('message', ({ port }) => {
    const sockets = [];
    const answered = () => {
      if (tally.answered + tally.wrong < wanted) return;
      // All of them are there at the same time.
      server.once('message', ({ count }) => {
        tally.together = count;
        for (const socket of sockets) socket.destroy();
        server.disconnect();
        console.log(JSON.stringify({ tally, problems: [] }));
      });
      server.send('count');
    };
    for (let i = 0; i < wanted; i++) {
      const socket = net.connect(port, '127.0.0.1', () => {
        tally.connected++;
        socket.write(`${i};`);
      });
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
        if (!text.endsWith(';')) return;
        if (text === `${i};`) tally.answered++;
        else tally.wrong++;
        answered();
      });
      socket.on('error', () => {
        tally.wrong++;
        answered();
      });
      sockets.push(socket);
    }
  });
}
