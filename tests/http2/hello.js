// A request and its response, both sides in one process: headers, bodies, ends, in order.
'use strict';
const http2 = require('http2');

const server = http2.createServer();
server.on('session', (session) => {
  console.log('session', session.type, session.encrypted, session.alpnProtocol);
  session.on('close', () => console.log('server session closed'));
});
server.on('stream', (stream, headers, flags) => {
  console.log('stream', stream.id, flags, headers[':method'], headers[':path'], headers[':scheme'], headers['x-a']);
  let body = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk) => { body += chunk; });
  stream.on('end', () => {
    console.log('server got', body);
    stream.respond({ ':status': 201, 'content-type': 'text/plain', 'x-list': ['a', 'b'], 'set-cookie': ['c=1', 'd=2'] });
    stream.write('hello ');
    stream.end('world');
  });
  stream.on('close', () => console.log('server stream closed', stream.rstCode));
});
server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  client.on('connect', (session) => console.log('connect', session === client, client.type, client.alpnProtocol));
  const request = client.request({ ':method': 'POST', ':path': '/p?q=1', 'X-A': 'one' });
  console.log('pending', request.pending, request.id);
  request.on('ready', () => console.log('ready', request.id));
  request.on('response', (headers, flags) => {
    console.log('response', flags, headers[':status'], headers['content-type'], headers['x-list'], headers['set-cookie']);
    console.log(Object.keys(headers), typeof headers.date);
  });
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (chunk) => { body += chunk; });
  request.on('end', () => console.log('client got', body));
  request.on('close', () => {
    console.log('client stream closed', request.rstCode, request.destroyed, request.closed);
    client.close();
    server.close();
  });
  client.on('close', () => console.log('client closed'));
  request.end('the body');
});
