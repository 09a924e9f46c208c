// What is refused, and with which words.
'use strict';
const http2 = require('http2');

const tell = (what) => {
  try {
    what();
    console.log('done');
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
};

tell(() => http2.connect('ftp://localhost'));
tell(() => http2.connect(7));
tell(() => http2.createServer(7));
tell(() => http2.createServer({ settings: { maxFrameSize: 1 } }));
tell(() => http2.createServer({ maxSessionInvalidFrames: -1 }));
tell(() => http2.createServer({ unknownProtocolTimeout: 'a' }));
tell(() => http2.createSecureServer(() => {}));

const server = http2.createServer();
server.on('stream', (stream, headers) => {
  stream.on('error', (error) => console.log('server', error.code));
  if (headers[':path'] === '/reset') {
    stream.close(http2.constants.NGHTTP2_ENHANCE_YOUR_CALM);
    return;
  }
  tell(() => stream.respond({ ':status': 99 }));
  tell(() => stream.respond({ ':status': 101 }));
  tell(() => stream.respond({ ':status': 700 }));
  tell(() => stream.respond({ 'connection': 'close' }));
  tell(() => stream.respond({ ':unknown': 'a' }));
  tell(() => stream.respond({ 'content-type': ['a', 'b'] }));
  tell(() => stream.additionalHeaders({ ':status': 200 }));
  tell(() => stream.additionalHeaders({ ':status': 101 }));
  tell(() => stream.respondWithFD('a'));
  tell(() => stream.pushStream({}, 7));
  tell(() => stream.respond());
  tell(() => stream.respond());
  tell(() => stream.additionalHeaders({}));
  tell(() => stream.close(-1));
  tell(() => stream.close('a'));
  tell(() => stream.close(0, 7));
  stream.end();
});
server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  tell(() => client.request(7));
  tell(() => client.request({}, 7));
  tell(() => client.request({ ':method': 'CONNECT' }));
  tell(() => client.request({ ':method': 'CONNECT', ':authority': 'a', ':path': '/' }));
  tell(() => client.request({ ':method': 'CONNECT', ':authority': 'a', ':scheme': 'http' }));
  tell(() => client.request({ 'transfer-encoding': 'chunked' }));
  tell(() => client.request({ 'te': 'gzip' }));
  tell(() => client.request({ ':odd': 'gzip' }));
  tell(() => client.request({ 'a b': 'gzip' }));
  tell(() => client.request({}, { endStream: 7 }));
  tell(() => client.ping('abc', () => {}));
  tell(() => client.ping(Buffer.alloc(7), () => {}));
  tell(() => client.ping(Buffer.alloc(8)));
  tell(() => client.settings({ headerTableSize: -1 }));
  tell(() => client.settings({}, 7));
  tell(() => client.setLocalWindowSize('a'));
  tell(() => client.goaway('a'));
  tell(() => client.goaway(0, 'a'));
  tell(() => client.goaway(0, 0, 'a'));
  tell(() => client.socket.write('a'));
  tell(() => client.socket.read());
  tell(() => { client.socket.pause = 1; });
  const request = client.request({ ':path': '/' });
  request.resume();
  request.on('close', () => {
    tell(() => request.sendTrailers({}));
    tell(() => request.priority({}));
    const reset = client.request({ ':path': '/reset' });
    reset.on('error', (error) => console.log('reset', error.code, error.message));
    reset.on('close', () => {
      console.log('closed', reset.rstCode, reset.aborted, reset.destroyed);
      client.close();
      tell(() => client.request({}).on('error', (error) => console.log('late', error.code)));
      client.on('close', () => {
        tell(() => client.request({}).on('error', (error) => console.log('later', error.code)));
        tell(() => client.ping(() => {}));
        tell(() => client.settings({}));
        tell(() => client.goaway());
        console.log(client.socket);
      });
      server.close();
    });
  });
});
