// An answer that nobody waits for any more is dropped.
'use strict';
const net = require('node:net');

function onLine(socket, callback) {
  let text = '';
  socket.on('data', (data) => {
    text += data;
    if (text.endsWith('\n')) callback(text);
  });
}

class Client {
  requests = new Map();
  next = 0;
  connect(port, callback) {
    this.socket = net.connect(port, () => this.send('hello', callback));
    // A server that goes away before it has greeted is no trouble for who does not wait.
    this.socket.on('error', () => this.requests.clear());
    onLine(this.socket, (line) => this.answered(JSON.parse(line)));
  }
  send(text, callback) {
    const id = this.next++;
    this.requests.set(id, callback);
    this.socket.write(`${JSON.stringify({ id, text })}\n`);
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
  onLine(socket, (line) => {
    const { id } = JSON.parse(line);
    socket.end(`${JSON.stringify({ id, text: 'welcome' })}\n`);
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
