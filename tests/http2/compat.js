// Requests and responses with the interface of http's. Which side is told first is up to the system.
// @unordered
'use strict';
const http2 = require('http2');

const server = http2.createServer((req, res) => {
  console.log(req.method, req.url, req.httpVersion, req.scheme, req.headers['x-a'], req.rawHeaders.length, req.complete);
  console.log(req.socket === res.socket, req.stream === res.stream, typeof req.socket.remotePort, res.headersSent, res.writableEnded);
  if (req.url === '/echo') {
    res.setHeader('X-Echo', 'yes');
    res.setHeader('x-many', ['1', '2']);
    res.appendHeader('x-many', '3');
    console.log(res.getHeader('x-ECHO'), res.hasHeader('x-echo'), res.getHeaderNames(), res.getHeaders());
    res.removeHeader('x-echo');
    res.statusCode = 202;
    req.pipe(res);
    res.on('finish', () => console.log('finish', res.headersSent, res.finished));
    res.on('close', () => console.log('close', res.writableEnded));
    return;
  }
  if (req.url === '/head') {
    res.writeHead(200, { 'content-length': 5 });
    console.log('headersSent', res.headersSent);
    for (const act of [() => res.setHeader('a', 'b'), () => res.removeHeader('a'), () => res.writeHead(200), () => res.statusCode = 99]) {
      try {
        act();
        console.log('done');
      } catch (error) {
        console.log(error.name, error.code, error.message);
      }
    }
    res.end();
    return;
  }
  for (const wrong of [[':status', 1], ['a b', 1], ['', 1], ['x', undefined], [7, 1]]) {
    try {
      res.setHeader(wrong[0], wrong[1]);
    } catch (error) {
      console.log(error.name, error.code, error.message);
    }
  }
  res.setTrailer('x-trailer', 'one');
  res.addTrailers({ 'x-other': 'two' });
  res.write('first');
  res.end('second', () => console.log('ended'));
});
server.listen(0, async () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  const ask = (headers, body) => new Promise((resolve) => {
    const request = client.request(headers);
    let text = '';
    request.setEncoding('utf8');
    request.on('response', (answer) => console.log('response', answer[':status'], answer['x-echo'], answer['x-many'], answer['content-length']));
    request.on('trailers', (trailers) => console.log('trailers', trailers['x-trailer'], trailers['x-other']));
    request.on('data', (chunk) => { text += chunk; });
    request.on('end', () => console.log('body', text));
    request.on('close', resolve);
    request.end(body);
  });
  await ask({ ':path': '/echo', ':method': 'POST', 'x-a': 'b' }, 'x'.repeat(100));
  await ask({ ':path': '/head', ':method': 'HEAD' });
  await ask({ ':path': '/' });
  client.close();
  server.close();
});
