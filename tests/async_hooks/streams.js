// What hooks hear of servers, connections and of what is asked of them: a connect, a shutdown, a write that did not go
// through at once. Ticks are left out.
'use strict';
const async_hooks = require('async_hooks');
const net = require('net');
const path = require('path');
const os = require('os');
const fs = require('fs');

// Those of the process itself may be pipes, and are made when they are first asked for.
for (const name of ['stdout', 'stderr', 'stdin']) process[name].unref?.();

const lines = [];
const known = new Map([[1, 'main']]);
const counts = {};
const isTold = (type) => /SERVERWRAP|CONNECTWRAP|TCPWRAP|PIPEWRAP|SHUTDOWNWRAP|WRITEWRAP/.test(type);

async_hooks.createHook({
  init(asyncId, type, triggerAsyncId, resource) {
    if (!isTold(type)) return known.set(asyncId, `a ${type}`);
    counts[type] = (counts[type] ?? 0) + 1;
    known.set(asyncId, `${type} ${counts[type]}`);
    lines.push(`init ${known.get(asyncId)} ${resource.constructor.name} by ${known.get(triggerAsyncId)}`);
  },
  before(asyncId) {
    if (/CONNECTWRAP|SHUTDOWNWRAP|WRITEWRAP/.test(known.get(asyncId))) lines.push(`before ${known.get(asyncId)}`);
  },
  after(asyncId) {
    if (/CONNECTWRAP|SHUTDOWNWRAP|WRITEWRAP/.test(known.get(asyncId))) lines.push(`after ${known.get(asyncId)}`);
  },
  destroy(asyncId) {
    if (/CONNECTWRAP|SHUTDOWNWRAP|WRITEWRAP/.test(known.get(asyncId))) lines.push(`destroy ${known.get(asyncId)}`);
  },
}).enable();

const current = () => known.get(async_hooks.executionAsyncId());

function echo(address, connect, then) {
  lines.push(`-- ${address}`);
  const server = net.createServer((socket) => {
    lines.push(`connection in ${current()}`);
    socket.on('data', (data) => {
      lines.push(`${data} in ${current()}`);
      socket.end();
    });
  });
  server.listen(connect(), () => {
    const client = net.connect(server.address().port ?? server.address(), () => {
      lines.push(`connect in ${current()}`);
      client.write('hello');
    });
    client.resume();
    client.on('close', () => server.close(then));
  });
}

// More than the system takes: the rest is a request.
function fill(then) {
  lines.push('-- a full pipe');
  const server = net.createServer((socket) => {
    setTimeout(() => socket.resume(), 10);
    socket.on('end', () => socket.end());
  });
  server.listen(0, '127.0.0.1', () => {
    const client = net.connect(server.address().port, '127.0.0.1', () => {
      client.write(Buffer.alloc(16 << 20), () => {
        client.end();
      });
    });
    client.resume();
    client.on('close', () => server.close(then));
  });
}

const file = path.join(os.tmpdir(), `roundel-hooks-${process.pid}.sock`);
const run = () => echo('TCP', () => 0, () => echo('pipe', () => file, () => fill(() => {})));
run();
process.on('exit', () => console.log(lines.join('\n')));
