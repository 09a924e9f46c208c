// Responses that are files: by path, by descriptor, a part, a check before, and what can not be sent.
'use strict';
const fs = require('fs');
const http2 = require('http2');

const server = http2.createServer();
const fd = fs.openSync(__filename, 'r');
server.on('stream', (stream, headers) => {
  const onError = (error) => {
    console.log('onError', error.code);
    stream.respond({ ':status': 404 });
    stream.end();
  };
  switch (headers[':path']) {
    case '/whole':
      stream.respondWithFile(__filename, { 'content-type': 'text/javascript' }, {
        statCheck(stat, about, options) {
          console.log('statCheck', stat.size > 0, options);
          about['x-size'] = String(stat.size > 0);
        },
      });
      break;
    case '/part':
      stream.respondWithFile(__filename, {}, { offset: 3, length: 9 });
      break;
    case '/fd':
      stream.respondWithFD(fd, {}, { offset: 0, length: 12 });
      break;
    case '/missing':
      stream.respondWithFile(`${__filename}.not`, {}, { onError });
      break;
    case '/folder':
      stream.respondWithFile(__dirname, {}, { onError });
      break;
    case '/no':
      stream.respondWithFile(__filename, {}, {
        statCheck() {
          stream.respond({ ':status': 304 });
          return false;
        },
      });
      break;
  }
});
server.listen(0, async () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  for (const path of ['/whole', '/part', '/fd', '/missing', '/folder', '/no']) {
    await new Promise((resolve) => {
      const request = client.request({ ':path': path });
      let text = '';
      request.setEncoding('utf8');
      request.on('response', (headers) => {
        const length = headers['content-length'];
        console.log(path, headers[':status'], headers['content-type'], headers['x-size'], path === '/whole' ? length > 100 : length);
      });
      request.on('data', (chunk) => { text += chunk; });
      request.on('end', () => console.log(path === '/whole' ? text === fs.readFileSync(__filename, 'utf8') : text));
      request.on('close', resolve);
    });
  }
  client.close();
  server.close();
  fs.closeSync(fd);
});
