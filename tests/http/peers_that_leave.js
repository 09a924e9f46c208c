// A client goes away while its requests wait for their answers: what the requests, the responses, those that are not yet
// at their turn too, and the connection are told, and in which order.
'use strict';

const http = require('http');
const net = require('net');

const REQUESTS = {
  one: 'GET /1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  three: ['/1', '/2', '/3'].map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''),
  part: 'POST /1 HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc',
};
const LEAVINGS = {
  ends: (socket) => socket.end(),
  destroys: (socket) => socket.destroy(),
  resets: (socket) => socket.resetAndDestroy(),
};

function watch(label, emitter, events) {
  for (const event of events) emitter.on(event, (value) => console.log(label, event, value?.code ?? typeof value));
}

function play(kind, leaving, writes, reads) {
  return new Promise((resolve) => {
    console.log(`-- ${kind}, ${leaving}, ${writes ? 'answer begun' : 'no answer'}, ${reads ? 'read' : 'not read'}`);
    const responses = [];
    let handled = 0;
    const wanted = kind === 'three' ? 3 : 1;
    const server = http.createServer({ keepAliveTimeout: 0 }, (req, res) => {
      const { url } = req;
      responses.push(res);
      if (responses.length === 1) watch('socket', req.socket, ['end', 'finish', 'close', 'error']);
      watch(`req ${url}`, req, ['aborted', 'end', 'close', 'error']);
      watch(`res ${url}`, res, ['finish', 'close', 'error']);
      if (reads) req.resume();
      if (writes) res.write('some');
      if (url === '/3') res.end('queued');
      if (++handled === wanted) ready();
    });
    server.on('clientError', (error, socket) => {
      console.log('clientError', error.code);
      socket.destroy();
    });
    let steps = writes ? 2 : 1;
    // It leaves when the requests are there and what was answered has been read, so that nothing is left to reset.
    const ready = () => {
      if (--steps === 0) setTimeout(() => LEAVINGS[leaving](client), 10);
    };
    let client;
    server.listen(0, '127.0.0.1', () => {
      client = net.connect(server.address().port, '127.0.0.1', () => client.write(REQUESTS[kind]));
      client.once('data', ready);
      client.on('data', () => {});
      client.on('close', () => setTimeout(() => {
        for (const { destroyed, closed, writableEnded, writableFinished, errored, socket } of responses) {
          console.log(destroyed, closed, writableEnded, writableFinished, errored?.code ?? null, socket === null);
        }
        server.close(resolve);
        server.closeAllConnections();
      }, 20));
    });
  });
}

(async () => {
  for (const kind of Object.keys(REQUESTS)) {
    for (const leaving of Object.keys(LEAVINGS)) {
      for (const writes of [false, true]) {
        for (const reads of [false, true]) await play(kind, leaving, writes, reads);
      }
    }
  }
})();
