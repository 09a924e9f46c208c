// A port that was given away is not given to anybody else.
'use strict';
const fs = require('node:fs/promises');
const net = require('node:net');

const given = new Set();

function getPort(preferred) {
  return new Promise((resolve) => {
    if (given.has(preferred)) return resolve(getPort(preferred + 1));
    given.add(preferred);
    const server = net.createServer();
    server.on('error', () => resolve(getPort(preferred + 1)));
    server.listen(preferred, () => server.close(() => resolve(preferred)));
  });
}

async function start(name) {
  const port = await getPort(43210);
  await fs.readFile(__filename);
  const server = net.createServer();
  server.on('error', (error) => { throw error; });
  await new Promise((resolve) => server.listen(port, resolve));
  return server;
}

async function main() {
  const first = start('first');
  const second = new Promise((resolve) => setTimeout(resolve, 5)).then(() => start('second'));
  const servers = await Promise.all([first, second]);
  console.log(servers.length, 'servers');
  for (const server of servers) server.close();
}
main();
