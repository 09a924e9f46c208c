// Requests that come together: answers in their order, whatever the order in which they are ready.
'use strict';
const http = require('http');
const net = require('net');

const log = (...words) => console.log(...words);
const hide = (text) => text.replace(/Date: [^\r]*\r\n/g, '');

const server = http.createServer((req, res) => {
  log('request', req.url, res.socket === null ? 'waits' : 'has the socket');
  const answer = () => {
    log('answer', req.url);
    res.end(`body of ${req.url}`);
    process.nextTick(() => log('tick after', req.url, res.writableFinished, res.socket === null));
  };
  res.on('finish', () => log('finish', req.url));
  res.on('close', () => log('close', req.url));
  req.on('end', () => log('end', req.url));
  req.on('close', () => log('request close', req.url));
  if (req.url === '/slow') setTimeout(answer, 30);
  else if (req.url === '/next') setImmediate(answer);
  else if (req.url === '/stream') {
    res.write('one,');
    setImmediate(() => {
      res.write('two');
      res.end();
    });
  } else answer();
  Promise.resolve().then(() => log('promise', req.url));
});

function ask(urls, done) {
  log('---', urls.join(' '));
  const client = net.connect(server.address().port, '127.0.0.1');
  let text = '';
  client.setEncoding('latin1');
  client.on('data', (data) => {
    text += data;
  });
  client.on('close', () => {
    log(hide(text).split('\r\n').join('|'));
    done();
  });
  const last = urls.length - 1;
  client.write(urls.map((url, i) => `GET ${url} HTTP/1.1\r\nHost: a\r\n${i === last ? 'Connection: close\r\n' : ''}\r\n`).join(''));
}

server.listen(0, '127.0.0.1', () => {
  ask(['/1'], () => ask(['/1', '/2', '/3'], () => ask(['/slow', '/fast', '/next', '/last'], () =>
    ask(['/stream', '/2', '/stream', '/4'], () => server.close(() => log('closed'))))));
});
