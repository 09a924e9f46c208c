// A connection by a host name: the events of the look-up and of the attempts, and that one address of several is enough.
'use strict';
const net = require('net');

const server = net.createServer((socket) => socket.end('hello')).listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  const connect = (options, next) => {
    const client = net.connect({ port, ...options });
    client.on('lookup', (error, address, family, host) => console.log('lookup', error, address, family, host));
    for (const event of ['connectionAttempt', 'connectionAttemptFailed']) {
      client.on(event, (address, to, family, error) => console.log(event, address, to === port, family, error?.code));
    }
    client.on('connect', () => console.log('connect', client.remoteAddress, client.remoteFamily));
    client.on('data', (data) => console.log('data', `${data}`));
    client.on('error', (error) => console.log('error', error.name, error.code, error.errors?.length));
    client.on('close', (hadError) => { console.log('close', hadError); next(); });
  };
  const several = (hostname, options, callback) => {
    console.log('asked', hostname, options.all);
    callback(null, [{ address: '::1', family: 6 }, { address: '127.0.0.1', family: 4 }]);
  };
  const none = (hostname, options, callback) => callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }));
  connect({ host: 'localhost', family: 4 }, () => {
    connect({ host: 'both', lookup: several }, () => {
      connect({ host: 'none', lookup: none }, () => server.close());
    });
  });
});
