// A body that nobody reads holds its connection back; the next request on it is heard all the same.
'use strict';
const http = require('http');

const server = http.createServer((req, res) => {
  console.log('request', req.url);
  res.end(`answer ${req.url}`);
  req.on('close', () => console.log('request over', req.url, req.complete));
});
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

function post(left) {
  const req = http.request({ port: server.address().port, host: '127.0.0.1', agent, method: 'POST', path: `/${left}` }, (res) => {
    res.setEncoding('latin1');
    res.on('data', (text) => console.log(text, req.reusedSocket));
    res.on('close', () => setTimeout(() => {
      if (left > 1) {
        post(left - 1);
      } else {
        agent.destroy();
        server.close();
      }
    }, 20));
  });
  req.write('x'.repeat(70_000));
  setImmediate(() => req.end('x'.repeat(200_000)));
}

server.listen(0, '127.0.0.1', () => post(3));
