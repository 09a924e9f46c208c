// A BoundSocket takes an address at once; a server or a socket adopts it, and it belongs to them from then on.
'use strict';

const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');
const { BoundSocket } = net;

function attempt(label, call) {
  try {
    console.log(label, call());
  } catch ({ name, code, syscall, address, message }) {
    console.log(label, 'throws', name, code, syscall, address, message);
  }
}

attempt('a number', () => new BoundSocket(0));
attempt('null', () => new BoundSocket(null));
attempt('a bad port', () => new BoundSocket({ port: 70000 }));
attempt('a name', () => new BoundSocket({ host: 'localhost' }));
attempt('no name', () => new BoundSocket({ host: 5 }));
attempt('no boolean', () => new BoundSocket({ ipv6Only: 1 }));
attempt('path and port', () => new BoundSocket({ path: '/nowhere', port: 0 }));
attempt('no path', () => new BoundSocket({ path: 5 }));
attempt('not an address of this machine', () => new BoundSocket({ host: '192.0.2.1' }));

const bound = new BoundSocket({ host: '127.0.0.1' });
const { address, family, port } = bound.address();
console.log(address, family, port > 0, bound.address() === bound.address(), typeof bound.fd(), bound.isPipe, Object.keys(bound));
const everywhere = new BoundSocket();
console.log(everywhere.address().address);
everywhere[Symbol.dispose]();
everywhere[Symbol.dispose]();
attempt('closed', () => everywhere.close());

const server = net.createServer((socket) => socket.end('hello'));
server.listen(bound, () => {
  console.log('listening', server.address().port === port);
  attempt('address of an adopted one', () => bound.address());
  attempt('fd of an adopted one', () => bound.fd());
  attempt('close of an adopted one', () => bound.close());
  attempt('adopted twice', () => net.createServer().listen({ handle: bound }));
  const source = new BoundSocket({ host: '127.0.0.1' });
  const from = source.address().port;
  const client = new net.Socket({ handle: source });
  console.log(client.connecting, client.readyState);
  attempt('adopted by a socket', () => source.address());
  client.connect(port, '127.0.0.1', () => console.log('connected from it', client.localPort === from));
  client.on('data', (chunk) => console.log(`${chunk}`));
  client.on('close', () => server.close(unix));
});

function unix() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bound-'));
  const name = path.join(folder, 'socket');
  const pipe = new BoundSocket({ path: name });
  console.log(pipe.isPipe, pipe.address() === name, fs.existsSync(name));
  attempt('a path that is taken', () => new BoundSocket({ path: name }));
  const other = net.createServer((socket) => socket.end('by name')).listen(pipe, () => {
    console.log(other.address() === name);
    net.connect(name).on('data', (chunk) => console.log(`${chunk}`)).on('close', () => other.close(() => {
      console.log('left behind:', fs.existsSync(name));
      fs.rmSync(folder, { recursive: true });
    }));
  });
}
