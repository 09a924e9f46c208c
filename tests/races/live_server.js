// live-server: a change of a file reloads the pages that are connected; one that connects meanwhile shows the old file.
'use strict';
const fs = require('node:fs');
const net = require('node:net');
const os = require('node:os');
const path = require('node:path');
const assert = require('node:assert');

const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'live-')), 'page');
fs.writeFileSync(file, 'old');
const pages = new Set();
let shown = null;

const server = net.createServer((socket) => {
  // The page as it is, and from then on it is told of changes.
  fs.readFile(file, 'utf8', (error, text) => {
    socket.write(text);
    setImmediate(() => pages.add(socket));
  });
  socket.on('close', () => server.close());
});

function change() {
  fs.writeFile(file, 'new', () => {
    for (const socket of pages) socket.write('new');
  });
}

server.listen(0, () => {
  const client = net.connect(server.address().port);
  client.on('data', (data) => { shown = `${shown}${data}`.slice(-3); });
  setTimeout(change, 20);
  setTimeout(() => client.destroy(), 200);
});
process.on('exit', () => {
  console.log('shown:', shown);
  assert.strictEqual(shown, 'new');
});
