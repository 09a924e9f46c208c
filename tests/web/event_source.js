// EventSource: fields and events of a stream, another attempt with the last id after the time the server asked for, what closes it.
// @flags --experimental-eventsource
'use strict';

const http = require('http');

const log = (...args) => console.log(...args);
let requests = 0;
const server = http.createServer((request, response) => {
  requests++;
  log('request', requests, request.method, request.url, request.headers.accept, request.headers['last-event-id'], request.headers['cache-control']);
  if (requests === 1) {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    response.write(': a comment\nid: 7\nretry: 20\ndata: one\ndata: two\n\n');
    response.write('event: foo\r\ndata:x\r\n\r\ndata\n\nevent: no data\n\nid: 8\ndata: \u00fc\r');
    setTimeout(() => response.end('\ndata: three\n\ndata: unfinished'), 20);
  } else if (requests === 2) {
    response.writeHead(204).end();
  } else {
    response.writeHead(200, { 'content-type': 'text/plain' }).end('data: x\n\n');
  }
});
server.listen(0, () => {
  const url = `http://localhost:${server.address().port}/a`;
  const mask = (text) => text?.replace(/:\d+/, ':PORT');
  const source = new EventSource(url);
  log(source.readyState, source.url === url, source.withCredentials, source.onopen);
  for (const type of ['open', 'message', 'foo', 'error', 'no data']) {
    source.addEventListener(type, (event) => {
      log(type, event.constructor.name, event.data, event.lastEventId, mask(event.origin), source.readyState);
      if (source.readyState === 2) second();
    });
  }
  function second() {
    const other = new EventSource(url, { withCredentials: true });
    log(other.withCredentials);
    other.onerror = (event) => {
      log('second', event.type, other.readyState);
      server.close();
      server.closeAllConnections();
      const third = new EventSource('http://localhost:1/');
      third.onerror = () => {
        log('third', third.readyState);
        third.close();
        log('third', third.readyState);
      };
    };
  }
});
for (const args of [[], ['no address'], ['http://x', 1]]) {
  try {
    new EventSource(...args);
  } catch (error) {
    log(error.name, error.message, error.code);
  }
}
log(EventSource.CONNECTING, EventSource.OPEN, EventSource.CLOSED, EventSource.length, Object.keys(EventSource.prototype));
