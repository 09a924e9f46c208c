// A storage goes along with a request, and channels tell of it.
'use strict';
const http = require('http');
const net = require('net');
const { AsyncLocalStorage } = require('async_hooks');
const channels = require('diagnostics_channel');

const storage = new AsyncLocalStorage();
const log = (...words) => console.log(...words);

for (const name of ['http.server.request.start', 'http.server.response.finish']) {
  channels.subscribe(name, ({ request, response, socket, server }) => {
    log(name, request.url, response.statusCode, socket === request.socket, server === theServer);
  });
}

const theServer = http.createServer((req, res) => {
  log('outside', req.url, storage.getStore());
  storage.run(`store of ${req.url}`, () => {
    req.on('data', (data) => log('data', String(data), storage.getStore()));
    req.on('end', () => log('end', storage.getStore()));
    req.on('close', () => log('request close', storage.getStore()));
    res.on('finish', () => log('finish', storage.getStore()));
    res.on('close', () => log('close', storage.getStore()));
    setImmediate(() => res.end('x', () => log('end callback', storage.getStore())));
    Promise.resolve().then(() => log('promise', storage.getStore()));
  });
  log('after', req.url, storage.getStore());
});

storage.run('store of listen', () => {
  theServer.listen(0, '127.0.0.1', () => {
    storage.exit(() => {
      const client = net.connect(theServer.address().port, '127.0.0.1');
      client.on('data', () => {});
      client.on('close', () => theServer.close(() => log('closed')));
      client.write('POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabcGET /2 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    });
  });
});
