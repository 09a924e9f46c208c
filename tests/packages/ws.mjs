// A server and clients: text, binary, compression, pings, close codes.
import { WebSocketServer, WebSocket } from 'ws';
import { once } from 'node:events';

const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: { threshold: 100 } });
await once(server, 'listening');
server.on('connection', (socket, request) => {
  console.log('connection', request.url, socket.protocol, socket.extensions);
  socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }));
  socket.on('ping', (data) => console.log('server got ping', String(data)));
  socket.on('close', (code, reason) => console.log('server sees close', code, String(reason)));
});
const client = new WebSocket(`ws://127.0.0.1:${server.address().port}/chat?x=1`);
await once(client, 'open');
const echo = async (message) => {
  client.send(message);
  const [data, isBinary] = await once(client, 'message');
  return [isBinary, data.length, data.subarray(0, 8).toString('hex')];
};
console.log(await echo('hello'));
console.log(await echo(Buffer.from([1, 2, 3])));
console.log(await echo('x'.repeat(100_000)));
console.log(await echo(Buffer.alloc(70_000, 7)));
client.ping('are you there');
const [pong] = await once(client, 'pong');
console.log('pong', String(pong));
client.close(4001, 'enough');
const [code, reason] = await once(client, 'close');
console.log('client sees close', code, String(reason));
const refused = new WebSocket('ws://127.0.0.1:1/');
const [error] = await once(refused, 'error');
console.log(error.code);
server.close(() => console.log('server closed'));
