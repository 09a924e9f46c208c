// Streams and sessions that end early: signals, resets, sockets that go away.
'use strict';
const http2 = require('http2');

const server = http2.createServer();
server.on('sessionError', (error) => console.log('sessionError', error.code));
server.on('stream', (stream, headers) => {
  const path = headers[':path'];
  stream.on('aborted', () => console.log('server aborted', path));
  stream.on('error', (error) => console.log('server error', path, error.code, error.message));
  stream.on('close', () => console.log('server closed', path, stream.rstCode));
  if (path === '/cut') {
    stream.respond();
    stream.write('part', () => stream.session.destroy());
  }
});
const next = (port, steps) => {
  const step = steps.shift();
  if (step === undefined) {
    server.close();
    return;
  }
  const client = http2.connect(`http://localhost:${port}`);
  client.on('error', (error) => console.log('client error', error.code, error.message));
  client.on('close', () => {
    console.log('client closed');
    setTimeout(next, 50, port, steps);
  });
  step(client);
};
const watch = (request, name) => {
  request.on('aborted', () => console.log('aborted', name));
  request.on('error', (error) => console.log('error', name, error.name, error.code, error.message));
  request.on('end', () => console.log('end', name));
  request.on('close', () => console.log('close', name, request.rstCode, request.aborted));
  request.resume();
};
server.listen(0, () => {
  next(server.address().port, [
    (client) => {
      const controller = new AbortController();
      const request = client.request({ ':path': '/signal', ':method': 'POST' }, { signal: controller.signal });
      watch(request, 'signal');
      request.on('ready', () => setTimeout(() => controller.abort(), 50));
      request.on('close', () => client.close());
    },
    (client) => {
      const request = client.request({ ':path': '/early' }, { signal: AbortSignal.abort() });
      watch(request, 'early');
      request.on('close', () => client.close());
    },
    (client) => {
      const request = client.request({ ':path': '/reset', ':method': 'POST' });
      watch(request, 'reset');
      setTimeout(() => request.close(http2.constants.NGHTTP2_CANCEL, () => client.close()), 50);
    },
    (client) => {
      const request = client.request({ ':path': '/cut' });
      watch(request, 'cut');
    },
    (client) => {
      const request = client.request({ ':path': '/destroyed', ':method': 'POST' });
      watch(request, 'destroyed');
      setTimeout(() => client.destroy(new Error('enough')), 50);
    },
    (client) => {
      const request = client.request({ ':path': '/never' });
      watch(request, 'never');
      client.destroy();
    },
  ]);
});
