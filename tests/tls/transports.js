// TLS over an existing socket, over any Duplex, and with much data both ways.
'use strict';
const tls = require('tls');
const net = require('net');
const fs = require('fs');
const { duplexPair } = require('stream');

const read = (name) => fs.readFileSync(`${__dirname}/fixtures/${name}.pem`);
const options = { key: read('server_key'), cert: read('server_cert') };
const ca = read('ca_cert');
const big = Buffer.alloc(1_000_000, 'abcdefghij');

const steps = [
  (next) => {
    const server = tls.createServer(options, (socket) => socket.end('over a socket'));
    server.listen(0, '127.0.0.1', () => {
      const plain = net.connect(server.address().port, '127.0.0.1', () => {
        const client = tls.connect({ socket: plain, ca, servername: 'localhost' });
        client.on('secureConnect', () => console.log('secureConnect', client.authorized));
        client.on('data', (data) => console.log(`${data}`));
        client.on('close', () => {
          console.log('closed', plain.destroyed);
          server.close(next);
        });
      });
    });
  },
  (next) => {
    const server = tls.createServer(options, (socket) => socket.end('before it has connected'));
    server.listen(0, '127.0.0.1', () => {
      const client = tls.connect({ socket: net.connect(server.address().port, '127.0.0.1'), ca, servername: 'localhost' });
      client.on('data', (data) => console.log(`${data}`));
      client.on('close', () => server.close(next));
    });
  },
  (next) => {
    const [left, right] = duplexPair();
    const server = new tls.TLSSocket(left, { isServer: true, secureContext: tls.createSecureContext(options) });
    server.on('secure', () => console.log('server secure'));
    server.on('data', (data) => server.end(`back: ${data}`));
    const client = tls.connect({ socket: right, ca, servername: 'localhost' }, () => client.write('over a Duplex'));
    client.on('data', (data) => console.log(`${data}`));
    client.on('end', () => {
      console.log('end');
      next();
    });
  },
  (next) => {
    const server = tls.createServer(options, (socket) => {
      let received = 0;
      socket.on('data', (data) => { received += data.length; });
      socket.on('end', () => {
        console.log('server received', received);
        socket.end(big);
      });
    });
    server.listen(0, '127.0.0.1', () => {
      const client = tls.connect({ port: server.address().port, ca, servername: 'localhost', allowHalfOpen: true });
      const chunks = [];
      client.write('before the handshake');
      client.end(big);
      client.on('data', (data) => chunks.push(data));
      client.on('end', () => console.log('client received', Buffer.concat(chunks).equals(big), Math.max(...chunks.map((chunk) => chunk.length)) <= 65536));
      client.on('close', () => server.close(next));
    });
  },
  (next) => {
    const server = net.createServer((socket) => socket.end()).listen(0, '127.0.0.1', () => {
      const client = tls.connect({ port: server.address().port, host: '127.0.0.1', ca });
      client.on('error', (error) => console.log(error.code, error.message, error.host));
      client.on('close', (hadError) => {
        console.log('close', hadError);
        server.close(next);
      });
    });
  },
  (next) => {
    const server = net.createServer((socket) => socket.end('HTTP/1.1 400 no\r\n\r\n')).listen(0, '127.0.0.1', () => {
      const client = tls.connect({ port: server.address().port, host: '127.0.0.1', ca });
      client.on('error', (error) => console.log(error.code, error.library, error.reason));
      client.on('close', () => server.close(next));
    });
  },
  (next) => {
    const server = tls.createServer(options, () => console.log('never'));
    server.on('tlsClientError', (error, socket) => console.log('tlsClientError', error.code, socket instanceof tls.TLSSocket));
    server.listen(0, '127.0.0.1', () => {
      const client = net.connect(server.address().port, '127.0.0.1', () => client.write('no TLS at all\r\n\r\n'));
      client.on('data', () => {});
      client.on('close', () => server.close(next));
    });
  },
  (next) => {
    const client = tls.connect({ port: 1, host: '127.0.0.1' });
    client.on('error', (error) => console.log(error.code, error.syscall));
    client.on('close', next);
  },
];
(function run() { steps.shift()?.(run); })();
