// Rooms, acknowledgements, namespaces and binary, over long polling and then a WebSocket.
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { createServer } from 'node:http';
import { once } from 'node:events';

const http = createServer();
const server = new Server(http);
server.on('connection', (socket) => {
  socket.on('double', (number, answer) => answer(number * 2));
  socket.on('join', (room, answer) => { socket.join(room); answer('in ' + room); });
  socket.on('bytes', (bytes, answer) => answer(Buffer.isBuffer(bytes), bytes.length, bytes));
});
server.of('/admin').use((socket, next) => next(socket.handshake.auth.token === 'good' ? undefined : new Error('who?')));
http.listen(0, '127.0.0.1');
await once(http, 'listening');
const url = `http://127.0.0.1:${http.address().port}`;
for (const transports of [['polling'], ['websocket'], ['polling', 'websocket']]) {
  const client = io(url, { transports, forceNew: true });
  await new Promise((resolve) => client.on('connect', resolve));
  console.log(transports.join('+'), await client.emitWithAck('double', 21), await client.emitWithAck('join', 'lobby'));
  const [isBuffer, length] = await new Promise((resolve) => client.emit('bytes', Buffer.alloc(1000, 1), (...all) => resolve(all)));
  console.log('bytes', isBuffer, length);
  const news = new Promise((resolve) => client.once('news', resolve));
  server.to('lobby').emit('news', { at: 1 });
  console.log('news', await news);
  client.disconnect();
}
const refused = io(url + '/admin', { auth: { token: 'bad' }, forceNew: true });
console.log(await new Promise((resolve) => refused.on('connect_error', (error) => resolve(error.message))));
refused.disconnect();
const admin = io(url + '/admin', { auth: { token: 'good' }, forceNew: true });
await new Promise((resolve) => admin.on('connect', resolve));
console.log('admin connected', admin.connected);
admin.disconnect();
await server.close();
console.log('closed');
