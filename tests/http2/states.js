// What streams and sessions say of themselves at each step; settings frame by frame.
'use strict';
const http2 = require('http2');
const net = require('net');

function states() {
  return new Promise((resolve) => {
    const server = http2.createServer((request, response) => {
      console.log(response.writableNeedDrain, response.writableObjectMode, response.write('x'.repeat(100000)), response.writableNeedDrain);
      response.end();
    });
    server.listen(0, () => {
      const client = http2.connect(`http://localhost:${server.address().port}`);
      const request = client.request({ ':method': 'POST' });
      console.log('pending', request.state);
      request.on('ready', () => console.log('ready', request.state));
      request.end('abc');
      request.resume();
      request.on('close', () => {
        console.log('close', request.state);
        client.close();
        server.close(resolve);
      });
    });
  });
}

// A peer that changes its mind in one packet.
function settings() {
  return new Promise((resolve) => {
    const setting = (id, value) => [0, 0, 6, 4, 0, 0, 0, 0, 0, 0, id, 0, 0, value >> 8, value & 255];
    const server = net.createServer((socket) => {
      socket.on('error', () => {}).resume();
      socket.write(Buffer.from([...setting(3, 5), ...setting(3, 2), ...setting(4, 1000), 0, 0, 0, 4, 1, 0, 0, 0, 0]));
    });
    server.listen(0, () => {
      const client = http2.connect(`http://localhost:${server.address().port}`, { settings: { enablePush: false } });
      client.on('remoteSettings', (settings) => {
        console.log('remote', settings.maxConcurrentStreams, settings.initialWindowSize, client.remoteSettings === settings);
        if (settings.initialWindowSize !== 1000) return;
        // Nobody answers these.
        client.settings({ enablePush: true }, () => console.log('never'));
        setImmediate(() => client.destroy());
      });
      client.on('localSettings', (settings) => console.log('local', settings.enablePush, client.localSettings === settings));
      client.on('close', () => server.close(resolve));
    });
  });
}

// A limit for headers holds for the streams that are made after it is acknowledged.
function headerLimit() {
  return new Promise((resolve) => {
    const server = http2.createServer((request, response) => response.end());
    server.listen(0, () => {
      const client = http2.connect(`http://localhost:${server.address().port}`);
      const ask = (name, next) => {
        const request = client.request();
        request.on('response', () => console.log(name, 'response'));
        request.on('error', (error) => console.log(name, error.message));
        request.resume();
        request.on('close', next);
      };
      let left = 2;
      const both = () => {
        if (--left > 0) return;
        ask('after', () => {
          client.close();
          server.close(resolve);
        });
      };
      ask('before', both);
      client.settings({ maxHeaderListSize: 1 }, both);
    });
  });
}

(async () => {
  await states();
  await settings();
  await headerLimit();
})();
