// Where 'close' of a message comes among the listeners that a program added to its socket. What each end sees is told by
// itself: which end is first is the system's affair.
'use strict';
const http = require('http');

function scene(name, options, serve, ask) {
  return new Promise((done) => {
    console.log(`-- ${name}`);
    const logs = { server: [], client: [] };
    const watch = (side, label, emitter, events) => {
      const log = (text) => {
        logs[side].push(text);
        process.nextTick(() => logs[side].push(`  tick after ${text}`));
        Promise.resolve().then(() => logs[side].push(`  microtask after ${text}`));
      };
      for (const event of events) {
        if (event === 'close') emitter.prependListener(event, () => log(`${label} ${event} (first)`));
        emitter.on(event, () => log(`${label} ${event}`));
      }
    };
    const server = http.createServer((req, res) => {
      watch('server', 'req', req, ['close', 'end', 'aborted', 'error']);
      watch('server', 'res', res, ['close', 'finish', 'error']);
      req.resume();
      serve(req, res, logs.server);
    });
    server.on('connection', (socket) => watch('server', 'socket', socket, ['close', 'end', 'finish']));
    server.on('close', () => {
      setTimeout(() => {
        console.log(['server:', ...logs.server, 'client:', ...logs.client].join('\n'));
        done();
      }, 10);
    });
    server.listen(0, '127.0.0.1', () => {
      const agent = new http.Agent({ keepAlive: !!options.keepAlive, maxSockets: 1 });
      const over = () => {
        agent.destroy();
        server.close();
      };
      const request = http.request({ port: server.address().port, host: '127.0.0.1', agent, ...options.request });
      watch('client', 'request', request, ['close', 'finish', 'error', 'abort', 'socket']);
      request.on('socket', (socket) => watch('client', 'socket', socket, ['close', 'end', 'finish', 'free']));
      request.on('response', (response) => {
        watch('client', 'response', response, ['close', 'end', 'aborted', 'error']);
        response.resume();
        response.on('close', () => setTimeout(over, options.overMs ?? 20));
      });
      request.on('error', () => setTimeout(over, options.overMs ?? 20));
      ask(request);
    });
  });
}

(async () => {
  for (const keepAlive of [false, true]) {
    await scene(`answered, keep alive ${keepAlive}`, { keepAlive }, (req, res) => res.end('hello'), (request) => request.end());
    await scene(`the response is destroyed, keep alive ${keepAlive}`, { keepAlive }, (req, res) => {
      res.write('part');
      setTimeout(() => res.destroy(), 10);
    }, (request) => request.end());
    await scene(`the client goes, keep alive ${keepAlive}`, { keepAlive }, (req, res) => res.write('part'), (request) => {
      request.end();
      request.on('response', () => setTimeout(() => request.destroy(), 10));
    });
    await scene(`the client goes before an answer, keep alive ${keepAlive}`, { keepAlive }, () => {}, (request) => {
      request.end();
      setTimeout(() => request.destroy(), 20);
    });
    await scene(`a long answer, keep alive ${keepAlive}`, { keepAlive }, (req, res) => {
      res.end('x'.repeat(100000));
    }, (request) => request.end());
  }
  // The response is attached to a socket that a program listens on since the response before it.
  await scene('the second of two, with a listener added between them', { keepAlive: true, overMs: 300 }, (req, res, log) => {
    if (req.url === '/second') {
      res.write('part');
      setTimeout(() => req.socket.destroy(), 10);
      return;
    }
    const { socket } = req;
    res.end('first');
    res.on('close', () => {
      socket.on('close', () => log.push('socket close of a listener added between'));
    });
  }, (request) => {
    request.end();
    request.on('response', (response) => response.on('end', () => setImmediate(() => {
      http.get({ agent: request.agent, host: request.host, port: request.getHeader('host').split(':')[1], path: '/second' },
               (second) => second.resume().on('error', () => {}));
    })));
  });
  await scene('an upload is cut', {}, () => {}, (request) => {
    request.method = 'POST';
    request.setHeader('content-length', 10);
    request.write('five!');
    setTimeout(() => request.destroy(), 20);
  });
  await scene('the socket is destroyed by the server', {}, (req) => setTimeout(() => req.socket.destroy(), 10), (request) => request.end());
})();
