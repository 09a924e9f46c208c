// A page is told of changes from the moment on at which its file was read, in the same step.
'use strict';
const fs = require('node:fs');
const net = require('node:net');
const os = require('node:os');
const path = require('node:path');
const assert = require('node:assert');

const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'live-')), 'page');
fs.writeFileSync(file, 'old');
const pages = new Set();
let version = 0;
let shown = null;

function show(socket) {
  const before = version;
  fs.readFile(file, 'utf8', (error, text) => {
    if (version !== before || text === '') return show(socket);
    socket.write(text);
    pages.add(socket);
  });
}

const server = net.createServer((socket) => {
  show(socket);
  socket.on('close', () => server.close());
});

function change() {
  fs.writeFile(file, 'new', () => {
    version += 1;
    for (const socket of pages) socket.write('new');
  });
}

server.listen(0, () => {
  const client = net.connect(server.address().port);
  client.on('data', (data) => { shown = `${shown}${data}`.slice(-3); });
  setTimeout(change, 20);
  setTimeout(() => client.destroy(), 400);
});
process.on('exit', () => {
  console.log('shown:', shown);
  assert.strictEqual(shown, 'new');
});
