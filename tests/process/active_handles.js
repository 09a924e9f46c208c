// process._getActiveHandles gives who has the handles that keep the program running, and _getActiveRequests an object for each request;
// getActiveResourcesInfo leaves out work of cryptography and compression. The standard streams are not of interest here.
const childProcess = require('child_process');
const dgram = require('dgram');
const fs = require('fs');
const net = require('net');
const { MessageChannel } = require('worker_threads');

const has = (object) => process._getActiveHandles().includes(object);
const requests = () => process._getActiveRequests().map((request) => request.constructor.name);

console.log(requests());
fs.stat(__filename, () => {});
require('crypto').randomBytes(8, () => {});
require('crypto').pbkdf2('a', 'b', 1, 8, 'sha1', () => {});
require('zlib').gzip('text', () => {});
require('dns').lookup('localhost', () => {});
console.log(requests());
console.log(process.getActiveResourcesInfo().filter((name) => !/Pipe|TTY/.test(name)));

const socket = dgram.createSocket('udp4');
console.log('udp', has(socket), has(socket.unref()), has(socket.ref()));
socket.close();

const watcher = fs.watch(__dirname);
console.log('watch', has(watcher), has(watcher.unref()), has(watcher.ref()));
watcher.close();

const { port1, port2 } = new MessageChannel();
console.log('port', has(port1));
port1.on('message', () => {});
console.log(has(port1), has(port2));
port1.close();

const timer = setTimeout(() => {}, 10_000);
console.log('timer', has(timer));
clearTimeout(timer);

const child = childProcess.spawn(process.execPath, ['-e', ''], { stdio: ['pipe', 'ignore', 'ignore'] });
console.log('child', has(child), has(child.stdin));
child.unref();
console.log(has(child));
child.ref();
console.log(has(child));
child.on('close', () => setTimeout(() => console.log('child closed', has(child), has(child.stdin)), 10));

const server = net.createServer((connection) => {
  console.log('connection', has(connection));
  connection.on('close', () => setImmediate(() => console.log('closed', has(connection))));
  connection.end();
  connection.resume();
});
console.log('server', has(server));
server.listen(0, () => {
  console.log('listening', has(server));
  server.unref();
  console.log(has(server));
  server.ref();
  const client = net.connect(server.address().port, () => {
    console.log('connected', has(client));
    client.on('close', () => server.close(() => setImmediate(() => console.log('server closed', has(server)))));
    client.resume();
  });
  console.log('connecting', has(client));
});
