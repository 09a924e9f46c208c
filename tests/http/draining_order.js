// Ticks and microtasks run between two requests, whether the requests come from one connection or from many that are
// ready in the same poll round.
'use strict';
const http = require('http');
const net = require('net');

const COUNT = 20;

function run(connections, done) {
  const log = [];
  let asked = 0;
  const server = http.createServer((req, res) => {
    const { url } = req;
    log.push(`request ${url}`);
    process.nextTick(() => log.push(`tick ${url}`));
    Promise.resolve().then(() => log.push(`promise ${url}`)).then(() => log.push(`second promise ${url}`));
    queueMicrotask(() => process.nextTick(() => log.push(`tick of microtask ${url}`)));
    res.on('finish', () => log.push(`finish ${url}`));
    res.on('close', () => log.push(`close ${url}`));
    res.end(url);
    if (++asked === COUNT) setImmediate(() => finish());
  });
  const clients = [];
  const finish = () => {
    clients.forEach((client) => client.destroy());
    server.closeAllConnections();
    server.close(() => done(log));
  };
  server.listen(0, '127.0.0.1', () => {
    let ready = 0;
    const each = COUNT / connections;
    for (let i = 0; i < connections; i++) {
      const client = net.connect(server.address().port, '127.0.0.1', () => {
        if (++ready < connections) return;
        // All connections are there: what is written in one turn is ready together.
        setTimeout(() => {
          let n = 0;
          clients.forEach((one) => {
            let text = '';
            for (let j = 0; j < each; j++) text += `GET /${n++} HTTP/1.1\r\nHost: a\r\n\r\n`;
            one.write(text);
          });
        }, 50);
      });
      client.on('error', () => {});
      client.resume();
      clients.push(client);
    }
  });
}

// What happens of one request, in its order.
const shapeOf = (log, url) => log.filter((line) => line.endsWith(` ${url}`)).join(', ');

run(COUNT, (many) => {
  const shapes = new Set();
  for (let i = 0; i < COUNT; i++) shapes.add(shapeOf(many, `/${i}`).replaceAll(`/${i}`, '*'));
  console.log('many connections:', [...shapes]);
  // Each request is over, with all that it queued, before the next begins.
  const size = many.length / COUNT;
  for (let i = 0; i < COUNT; i++) {
    const urls = new Set(many.slice(i * size, (i + 1) * size).map((line) => line.slice(line.lastIndexOf(' '))));
    if (urls.size !== 1) console.log('mixed', many.slice(i * size, (i + 1) * size));
  }
  run(1, (one) => {
    console.log('one connection:');
    console.log(one.join('\n'));
  });
});
