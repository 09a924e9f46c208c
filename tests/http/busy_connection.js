// A connection that is never idle for long is kept, however long ago its first answer was.
'use strict';
const http = require('http');

const connections = new Set();
const server = http.createServer({ keepAliveTimeout: 100, keepAliveTimeoutBuffer: 50 }, (req, res) => res.end('ok'));
server.on('connection', (socket) => connections.add(socket));
server.listen(0, () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const started = Date.now();
  // One after the other and without a timer: nothing else turns the loop.
  const ask = () => http.get({ port: server.address().port, agent }, (res) => {
    res.resume().on('end', () => {
      if (Date.now() - started < 600) {
        ask();
        return;
      }
      console.log('connections', connections.size);
      agent.destroy();
      server.close();
    });
  });
  ask();
});
