// get-port: a port is free when it has been listened to and closed; somebody else may be given it before it is used.
'use strict';
const fs = require('node:fs/promises');
const net = require('node:net');

function getPort(preferred) {
  return new Promise((resolve) => {
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
