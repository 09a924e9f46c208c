// Servers and sockets travel with messages, and messages behind them wait.
'use strict';
const { fork } = require('child_process');
const net = require('net');

if (process.argv[2] === 'child') {
  process.on('message', (message, handle) => {
    if (handle instanceof net.Server) {
      handle.on('connection', (socket) => socket.end('from the child\'s server'));
      process.send({ message, kind: 'server', listening: handle.listening });
    } else if (handle instanceof net.Socket) {
      handle.end('from the child\'s socket');
      process.send({ message, kind: 'socket' });
    } else if (message === 'end') {
      process.exit(0);
    } else {
      process.send({ message, kind: typeof handle });
    }
  });
  return;
}

const child = fork(__filename, ['child']);
const server = net.createServer((socket) => {
  server.close(() => process.once('exit', () => console.log('server closed')));
  child.send('a socket', socket, (error) => console.log('sent', error));
  console.log(child.send('behind it'), socket._handle);
});

function ask(port, done) {
  let text = '';
  const socket = net.connect(port, '127.0.0.1');
  socket.setEncoding('utf8').on('data', (part) => { text += part; }).on('close', (failed) => done(text, failed));
}

// What comes from two processes has no order among itself.
const words = [];
child.on('message', (answer) => {
  if (answer.kind === 'server') {
    console.log(answer);
    shared.close();
    ask(port, (text, failed) => {
      console.log(text, failed);
      server.listen(0, '127.0.0.1', () => ask(server.address().port, (text, failed) => word([text, failed])));
    });
  } else {
    word(answer);
  }
});
function word(said) {
  words.push(said);
  if (words.length < 3) return;
  console.log(words.filter((said) => Array.isArray(said)), words.filter((said) => !Array.isArray(said)));
  child.send('end');
}
child.on('exit', (code) => console.log('exit', code));

let port;
const shared = net.createServer(() => console.log('never')).listen(0, '127.0.0.1', () => {
  ({ port } = shared.address());
  child.send('a server', shared);
});
