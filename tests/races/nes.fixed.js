// An answer that nobody waits for any more is dropped.
'use strict';
const net = require('node:net');

class Client {
  requests = new Map();
  next = 0;
  connect(port, callback) {
    this.socket = net.connect(port, () => this.send('hello', callback));
    this.socket.on('data', (data) => this.answered(JSON.parse(data)));
  }
  send(text, callback) {
    const id = this.next++;
    this.requests.set(id, callback);
    this.socket.write(JSON.stringify({ id, text }));
  }
  answered({ id, text }) {
    const callback = this.requests.get(id);
    this.requests.delete(id);
    callback?.(text);
  }
  disconnect() {
    this.requests.clear();
    this.socket.end();
  }
}

const server = net.createServer((socket) => {
  socket.on('data', (data) => {
    const { id } = JSON.parse(data);
    socket.write(JSON.stringify({ id, text: 'welcome' }));
    socket.end();
  });
  socket.on('error', () => {});
});
server.listen(0, () => {
  const client = new Client();
  client.connect(server.address().port, (text) => console.log(text));
  client.socket.on('connect', () => setTimeout(() => {
    client.disconnect();
    server.close();
  }, 10));
});
