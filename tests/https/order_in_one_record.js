// Three requests in one record of TLS: pieces of bodies are callbacks of their own, with their ticks and promise jobs after
// them, as they are on a plain connection.
'use strict';
const fs = require('fs');
const http = require('http');
const https = require('https');
const net = require('net');
const tls = require('tls');

const read = (name) => fs.readFileSync(`${__dirname}/../tls/fixtures/${name}.pem`);
const text = [
  'POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi',
  'POST /b HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n2\r\nho\r\n0\r\n\r\n',
  'GET /c HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
].join('');

function handle(request, response) {
  const say = (what) => console.log(what, request.url, request.complete);
  say('request');
  process.nextTick(say, 'tick');
  Promise.resolve().then(() => say('promise'));
  request.on('data', () => {
    say('data');
    process.nextTick(say, 'tick after data');
  });
  request.on('end', () => {
    say('end');
    process.nextTick(say, 'tick after end');
    response.end('ok');
  });
}

function run(name, server, connect, done) {
  server.listen(0, '127.0.0.1', () => {
    console.log(name);
    const client = connect(server.address().port, () => client.write(text));
    client.resume();
    client.on('close', () => server.close(done));
  });
}

run('plain', http.createServer(handle), (port, onConnect) => net.connect(port, '127.0.0.1', onConnect), () => {
  const options = { key: read('server_key'), cert: read('server_cert') };
  run('secure', https.createServer(options, handle), (port, onConnect) => {
    return tls.connect({ port, host: '127.0.0.1', ca: read('ca_cert'), servername: 'localhost' }, onConnect);
  });
});
