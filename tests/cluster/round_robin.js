// Two workers take turns at one port; the primary sees them come, listen and go.
'use strict';
const cluster = require('cluster');
const net = require('net');

if (cluster.isWorker) {
  net.createServer((socket) => {
    socket.end(`${cluster.worker.id}`);
  }).listen(0, '127.0.0.1');
  process.on('message', (message) => process.send({ id: cluster.worker.id, message, state: cluster.worker.state }));
  return;
}

console.log(cluster.isPrimary, cluster.isMaster, cluster.isWorker, cluster.worker, cluster.schedulingPolicy);
cluster.setupPrimary({ args: ['some', 'words'] });
cluster.once('setup', (settings) => console.log('setup', settings.args, settings.silent, settings.exec === __filename));
cluster.once('fork', (worker) => console.log('fork', worker.id, worker.state, worker.isDead()));

let listening = 0;
let port;
const workers = [cluster.fork(), cluster.fork()];
cluster.on('listening', (worker, info) => {
  console.log('listening', info.address, info.addressType, port === undefined || port === info.port, worker.state);
  ({ port } = info);
  if (++listening === 2) visit(6, {});
});

function visit(left, seen) {
  if (left === 0) {
    console.log('visits', seen);
    workers[0].send('hello');
    return;
  }
  net.connect(port, '127.0.0.1').on('data', (data) => { seen[data] = (seen[data] ?? 0) + 1; })
    .on('close', () => visit(left - 1, seen));
}

cluster.on('message', (worker, message, handle) => {
  console.log('message', worker.id, message, handle);
  cluster.disconnect(() => console.log('all disconnected', Object.keys(cluster.workers)));
});
const ends = [];
cluster.on('exit', (worker, code, signal) => {
  ends.push([worker.id, code, signal, worker.exitedAfterDisconnect, worker.isDead(), worker.state]);
  if (ends.length === 2) console.log(ends.sort());
});
