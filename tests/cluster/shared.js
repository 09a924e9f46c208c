// With SCHED_NONE the workers share the socket itself; a server that asks for it has a port of its own.
'use strict';
const cluster = require('cluster');
const net = require('net');
const path = require('path');
const os = require('os');
const fs = require('fs');

if (cluster.isWorker) {
  const shared = net.createServer((socket) => socket.end('shared'));
  shared.listen(0, '127.0.0.1', () => {
    const own = net.createServer((socket) => socket.end('own'));
    // It is none of the cluster's business.
    cluster.worker.on('disconnect', () => own.close());
    own.listen({ port: 0, host: '127.0.0.1', exclusive: true }, () => {
      const local = net.createServer((socket) => socket.end('local'));
      local.listen(process.env.SOCKET_PATH, () => {
        process.send({ shared: shared.address().port, own: own.address().port, local: local.address() === process.env.SOCKET_PATH });
      });
    });
  });
  net.createServer().on('error', (error) => process.send({ code: error.code, syscall: error.syscall, port: error.port === +process.env.TAKEN }))
    .listen(+process.env.TAKEN, '127.0.0.1');
  return;
}

cluster.schedulingPolicy = cluster.SCHED_NONE;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cluster-'));
const taken = net.createServer().listen(0, '127.0.0.1', () => {
  const env = { SOCKET_PATH: path.join(folder, 'socket'), TAKEN: taken.address().port };
  const workers = [cluster.fork(env), cluster.fork(env)];
  const told = [];
  const failures = [];
  cluster.on('message', (worker, message) => {
    if (message.code) {
      failures.push(message);
    } else {
      told.push(message);
    }
    if (told.length < 2 || failures.length < 2) return;
    console.log(failures);
    console.log(told[0].shared === told[1].shared, told[0].own === told[1].own, told[0].local, told[1].local);
    ask({ port: told[0].shared }, () => ask({ port: told[0].own }, () => ask({ path: env.SOCKET_PATH }, () => {
      workers[0].kill();
      workers[1].disconnect();
    })));
  });
});
function ask(where, done) {
  net.connect({ host: '127.0.0.1', ...where }).on('data', (data) => console.log(`${data}`)).on('close', done);
}
const ends = [];
cluster.on('exit', (worker, code, signal) => {
  ends.push([worker.id, code, signal, worker.exitedAfterDisconnect]);
  if (ends.length < 2) return;
  console.log(ends.sort());
  taken.close();
  fs.rmSync(folder, { recursive: true });
});
