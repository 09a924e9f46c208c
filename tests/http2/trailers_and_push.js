// Trailers, headers before the response, pushes, and what each side shows of what it sent.
'use strict';
const http2 = require('http2');

const server = http2.createServer();
server.on('stream', (stream, headers) => {
  console.log('pushAllowed', stream.pushAllowed, stream.headersSent);
  stream.additionalHeaders({ ':status': 103, 'link': '</a.css>; rel=preload' });
  stream.pushStream({ ':path': '/pushed' }, (error, pushed, pushedHeaders) => {
    console.log('push', error, pushed.id, pushedHeaders[':path'], pushed.pushAllowed);
    pushed.respond({ ':status': 200, 'x-pushed': 'yes' });
    pushed.end('pushed body');
    try {
      pushed.pushStream({}, () => {});
    } catch (nested) {
      console.log(nested.code);
    }
  });
  stream.respond({ ':status': 200 }, { waitForTrailers: true });
  stream.on('wantTrailers', () => {
    console.log('wantTrailers');
    stream.sendTrailers({ 'x-sum': 'abc' });
    console.log('sentTrailers', stream.sentTrailers);
  });
  try {
    stream.sendTrailers({});
  } catch (error) {
    console.log(error.code);
  }
  stream.end('body');
  console.log('sentInfoHeaders', stream.sentInfoHeaders.length, 'sentHeaders', stream.sentHeaders[':status']);
});
server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  let open = 2;
  const closed = () => {
    if (--open > 0) return;
    client.close();
    server.close();
  };
  client.on('stream', (pushed, headers) => {
    console.log('pushed', pushed.id, headers[':path'], headers[':method']);
    pushed.on('push', (response) => console.log('its response', response[':status'], response['x-pushed']));
    let body = '';
    pushed.setEncoding('utf8');
    pushed.on('data', (chunk) => { body += chunk; });
    pushed.on('end', () => console.log('its body', body));
    pushed.on('close', closed);
  });
  const request = client.request({ ':path': '/' });
  request.on('headers', (headers) => console.log('headers', headers[':status'], headers.link));
  request.on('response', (headers) => console.log('response', headers[':status']));
  request.on('trailers', (headers, flags) => console.log('trailers', headers['x-sum'], flags));
  request.resume();
  request.on('end', () => console.log('end'));
  request.on('close', closed);
});
