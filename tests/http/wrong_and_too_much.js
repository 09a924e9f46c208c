'use strict';

// A head that is both too long and wrong: which of the two a server is told. And the method of HTTP/2's preface
// in a request without a version, of which only what comes in one piece with its head is read.

const http = require('node:http');
const net = require('node:net');

function send(options, ...pieces) {
  return new Promise((resolve) => {
    const events = [];
    const server = http.createServer(options, (request, response) => {
      events.push(`${request.method} ${request.httpVersion}`);
      request.on('data', (data) => events.push(`data ${data}`));
      request.on('end', () => { events.push('end'); response.end(); });
      request.on('error', (error) => events.push(error.code));
    });
    server.on('clientError', (error, socket) => {
      events.push(`${error.code} ${error.bytesParsed}`);
      socket.end();
    });
    server.listen(0, () => {
      const client = net.connect(server.address().port);
      client.resume().on('error', () => {}).on('close', () => server.close(() => resolve(events)));
      // Each piece is a read of its own: the next one goes when the server has the last.
      let sent = 0;
      server.on('connection', () => {
        const next = () => {
          if (sent + 1 < pieces.length) {
            client.write(pieces[sent++]);
            setTimeout(next, 20);
          } else {
            client.end(pieces[sent]);
          }
        };
        next();
      });
    });
  });
}

const y = 'y'.repeat(1200);
const tooMuch = {
  'wrong character in a value': `X: ${y}\x07z`,
  'line feed in a value': `X: ${y}\nz`,
  'return in a value': `X: ${y}\rz`,
  'wrong character in a name': `${y}\x07: 1`,
  'blank after a name': `${y} : 1`,
  'wrong character in Connection': `Connection: ${y}\x07`,
  'wrong character in Transfer-Encoding': `Transfer-Encoding: ${y}\x07`,
  'wrong length': `Content-Length: 1${' '.repeat(1200)}x`,
  'word after chunked': `Transfer-Encoding: chunked,${' '.repeat(1200)}x`,
  'wrong and short': 'X: a\x07z',
};

const bodies = {
  'no body': ['', ''],
  'chunked': ['Transfer-Encoding: chunked\r\n', '5\r\nhello\r\n0\r\n\r\n'],
  'length': ['Content-Length: 5\r\n', 'hello'],
  'no length': ['Content-Length: 0\r\n', ''],
  'unknown encoding': ['Transfer-Encoding: gzip\r\n', ''],
};

async function main() {
  for (const [name, field] of Object.entries(tooMuch)) {
    console.log(name, await send({ maxHeaderSize: 1000 }, `GET / HTTP/1.1\r\n${field}\r\n\r\n`));
  }
  for (const place of ['/', '/?', 'y:']) {
    console.log('wrong character in', place, await send({ maxHeaderSize: 1000 }, `GET ${place}${y}\x07 HTTP/1.1\r\n\r\n`));
  }
  for (const insecureHTTPParser of [false, true]) {
    for (const keepsAlive of [false, true]) {
      for (const [name, [field, body]] of Object.entries(bodies)) {
        for (const more of ['', '\r\n', 'GET / HTTP/1.1\r\nHost: h\r\n\r\n']) {
          const connection = keepsAlive ? 'Connection: keep-alive\r\n' : '';
          const text = `PRI /\r\nHost: h\r\n${connection}${field}\r\n${body}${more}`;
          console.log(name, { insecureHTTPParser, keepsAlive }, [more], await send({ insecureHTTPParser }, text));
        }
      }
    }
  }
}

const host = 'PRI /\r\nHost: h\r\n';
const chunked = 'Connection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n';
const length = 'Connection: keep-alive\r\nContent-Length: 5\r\n\r\n';
const cuts = {
  'in the head': [host, '\r\n', 'GET / HTTP/1.1\r\nHost: h\r\n\r\n'],
  'after the head': [host + chunked, '5\r\nhello\r\n0\r\n\r\n'],
  'in a chunk': [`${host + chunked}5\r\nhel`, 'lo\r\n0\r\n\r\n'],
  'before the last chunk': [`${host + chunked}5\r\nhello\r\n`, '0\r\n\r\n'],
  'after the last chunk': [`${host + chunked}5\r\nhello\r\n0\r\n\r\n`, 'GET / HTTP/1.1\r\nHost: h\r\n\r\n'],
  'in a body': [`${host + length}hel`, 'loGET / HTTP/1.1\r\nHost: h\r\n\r\n'],
  'before something wrong': [`${host + chunked}5\r\nhel`, 'zzzzzz'],
};

async function cut() {
  for (const [name, pieces] of Object.entries(cuts)) {
    for (const insecureHTTPParser of [false, true]) {
      console.log('cut', name, { insecureHTTPParser }, await send({ insecureHTTPParser }, ...pieces));
    }
  }
}

main().then(cut);
