// What `cargo xtask malformed` runs on both runtimes: requests made from a seed, most of them wrong in one place or more,
// sent to servers of the same process. One line a case says what the client got and what the server saw.
'use strict';

const crypto = require('crypto');
const fs = require('fs');
const http = require('http');
const net = require('net');
const os = require('os');
const path = require('path');

const [first, count, shown] = process.argv.slice(2, 5).map(Number);
const AT_ONCE = 24;

let state = 0;

// The cases of a range are the same whoever asks for them: each begins its own numbers.
function begin(seed) {
  state = (seed * 2654435761 + 12345) >>> 0;
  for (let i = 0; i < 3; i++) below(2);
}

function below(limit) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor(state / 4294967296 * limit);
}

const pick = (list) => list[below(list.length)];
const chance = (percent) => below(100) < percent;

const METHODS = ['GET', 'GET', 'POST', 'POST', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'QUERY', 'get', 'G', 'FOO', 'PRI', 'M-SEARCH', 'SOURCE', 'GETT', ''];
const TARGETS = ['/', '/a?b=c', '/ä', '*', 'http://h/x', '', '/\x00', '/a b', '//', '/%zz', '/\t', '/a#f', 'a', '?', '/\x7f', `/${'x'.repeat(300)}`];
const VERSIONS = ['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.2', 'HTTP/11', 'HTTP/1.', 'http/1.1', 'HTTP/1.1 ', 'HTTPS/1.1', 'ICE/1.0', 'RTSP/1.0', ''];
const ENDS = ['\r\n', '\r\n', '\r\n', '\r\n', '\r\n', '\r\n', '\r\n', '\r\n', '\n', '\r', '\r\r\n', '\n\r', ' \r\n', '\r\n '];
const NAMES = ['X-A', 'Accept', 'x-b', 'Cookie', 'Set-Cookie', 'Connection', 'Host', 'Expect', 'Upgrade', 'Content-Length', 'Transfer-Encoding', 'Trailer', 'X_C', 'x y', '', ':', 'a\x00', 'ä', 'a\tb', '(x)', 'Keep-Alive', 'Proxy-Connection', 'Content-Length ', ' X', 'Content_Length'];
const VALUES = ['1', 'abc', 'a, b', '', ' ', '\t x \t', 'ä', '\x01', '\x7f', 'a\x00b', '"q"', 'close', 'keep-alive', 'upgrade', 'chunked', '5', '100-continue', 'x'.repeat(200), 'a\r', 'a\n b', 'a\r\n b', 'a\r\n\tb'];
const LENGTHS = ['0', '5', '5', '5', '05', '+5', '-5', '5 ', ' 5', '5,5', '5, 5', '5 5', '0x5', '5e0', '', 'x', '18446744073709551616', '99999999999999999999', '5.0', '５'];
const CODINGS = ['chunked', 'chunked', 'chunked', 'Chunked', 'gzip, chunked', 'chunked, gzip', 'identity', 'chunked, chunked', ' chunked', 'chunked ', 'xchunked', 'chunked;a', '', 'gzip', 'chunked\t', ',chunked', 'chunked,'];
const CHUNK_SIZES = ['5', '5', '5', '5', '05', '5;a=b', '5;a="b"', '5; a', '5 ', ' 5', '+5', '-5', '0x5', 'g', '', '5;', '5;\x01', 'FFFFFFFFFFFFFFFFF', '5\t', '5;a=b;c', '5;a="\\""', '5;a="', '6', '4', '5;a b', '5;=b'];

function fieldLine() {
  const name = pick(NAMES);
  const separator = chance(92) ? pick([': ', ':', ':\t']) : pick([' : ', '', ' :', '::', ':\r\n ', ' ']);
  return `${name}${separator}${pick(VALUES)}${chance(94) ? '\r\n' : pick(ENDS)}`;
}

function chunkedBody() {
  let text = '';
  for (let i = below(3); i >= 0; i--) {
    const size = chance(75) ? '5' : pick(CHUNK_SIZES);
    text += `${size}${chance(93) ? '\r\n' : pick(ENDS)}${chance(90) ? 'hello' : pick(['', 'hell', 'hello!', '\r\n', '\x00\x01\x02\x03\x04'])}${chance(93) ? '\r\n' : pick(ENDS)}`;
  }
  if (chance(90)) text += `${chance(90) ? '0' : pick(['00', '0;a', '0 ', '-0'])}${chance(95) ? '\r\n' : pick(ENDS)}`;
  if (chance(20)) text += fieldLine();
  return text + (chance(92) ? '\r\n' : pick(['', '\n', '\r', 'x\r\n']));
}

function oneRequest() {
  const start = chance(75) ? `${pick(['GET', 'POST', 'PUT'])} / HTTP/1.1\r\n` :
    `${pick(METHODS)}${chance(92) ? ' ' : pick(['', '  ', '\t'])}${pick(TARGETS)}${chance(92) ? ' ' : pick(['', '  ', '\t'])}${pick(VERSIONS)}${pick(ENDS)}`;
  let text = (chance(4) ? pick(['\r\n', '\n', ' ', '\r', '\r\n\r\n', '\x00']) : '') + start;
  if (chance(94)) text += chance(95) ? 'Host: h\r\n' : pick(['Host:\r\n', 'Host: a\r\nHost: b\r\n', 'host: a,b\r\n', 'Host : h\r\n']);
  for (let i = below(4); i > 0; i--) if (chance(60)) text += fieldLine();
  let body = '';
  const kind = below(10);
  if (kind < 3) {
    text += `Content-Length: ${chance(60) ? '5' : pick(LENGTHS)}\r\n`;
    if (chance(12)) text += `Content-Length: ${pick(LENGTHS)}\r\n`;
    body = chance(90) ? 'hello' : pick(['', 'hell', 'hello!', 'hello\r\n']);
  } else if (kind < 7) {
    text += `Transfer-Encoding: ${chance(70) ? 'chunked' : pick(CODINGS)}\r\n`;
    if (chance(8)) text += `Transfer-Encoding: ${pick(CODINGS)}\r\n`;
    if (chance(8)) text += `Content-Length: ${pick(LENGTHS)}\r\n`;
    body = chunkedBody();
  } else if (chance(10)) {
    body = pick(['hello', '\r\n', 'GET', '\x00']);
  }
  if (chance(15)) text += `Connection: ${pick(['close', 'keep-alive', 'upgrade', 'close, upgrade', 'x', 'Close', 'keep-alive, close', 'transfer-encoding'])}\r\n`;
  if (chance(3)) text += `${'X-Big'}: ${'y'.repeat(pick([100, 1500, 2100, 5000]))}\r\n`;
  return text + (chance(96) ? '\r\n' : pick(ENDS)) + body;
}

// One flipped, lost, doubled or foreign byte.
function mutate(bytes) {
  const at = below(bytes.length);
  switch (below(5)) {
    case 0: return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
    case 1: return Buffer.concat([bytes.subarray(0, at), Buffer.from([below(256)]), bytes.subarray(at)]);
    case 2: return bytes.subarray(0, at);
    case 3: return Buffer.concat([bytes.subarray(0, at + 1), bytes.subarray(at)]);
    default: {
      const changed = Buffer.from(bytes);
      changed[at] = below(256);
      return changed;
    }
  }
}

function makeCase(number) {
  begin(number);
  let text = oneRequest();
  while (chance(20)) text += oneRequest();
  // A body before another protocol is handed over differently (docs/differences.md).
  if (/upgrade\s*:/i.test(text) && /content-length|transfer-encoding/i.test(text)) text = text.replace(/pgrade/gi, 'pgrad_');
  let bytes = Buffer.from(text, 'latin1');
  while (bytes.length > 1 && chance(35)) bytes = mutate(bytes);
  return { bytes, server: below(servers.length), cuts: chance(25) ? [below(bytes.length)] : [] };
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'malformed-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

// What the server saw of a connection is kept beside its socket.
const seen = new WeakMap();
const note = (socket, line) => seen.get(socket)?.push(line);

const hash = (bytes) => crypto.createHash('sha1').update(bytes).digest('hex').slice(0, 8);

function serve(options, isHeard) {
  const server = http.createServer({ keepAliveTimeout: 0, connectionsCheckingInterval: 1e6, ...options }, (req, res) => {
    const { socket } = req;
    note(socket, `request ${JSON.stringify([req.method, req.url, req.httpVersion, req.rawHeaders])}`);
    const pieces = [];
    req.on('data', (chunk) => pieces.push(chunk));
    req.on('error', (error) => note(socket, `request error ${error.code}`));
    req.on('end', () => {
      note(socket, `body ${Buffer.concat(pieces).toString('latin1')} ${JSON.stringify(req.rawTrailers)}`);
      res.end('ok');
    });
    res.on('error', () => {});
  });
  server.on('connection', (socket) => {
    seen.set(socket, []);
    socket.on('close', () => ended(socket));
  });
  server.on('upgrade', (req, socket, head) => {
    note(socket, `upgrade ${req.url} ${head.toString('latin1')}`);
    socket.end('HTTP/1.1 101 Up\r\n\r\n');
  });
  server.on('connect', (req, socket, head) => {
    note(socket, `connect ${req.url} ${head.toString('latin1')}`);
    socket.end('HTTP/1.1 200 Yes\r\n\r\n');
  });
  if (isHeard) {
    server.on('clientError', (error, socket) => {
      const { name, code, message, reason, bytesParsed, rawPacket } = error;
      note(socket, `clientError ${JSON.stringify([name, code, message, reason, bytesParsed, rawPacket?.length])}`);
      if (socket.writable) socket.end('HTTP/1.1 400 Heard\r\n\r\n');
      else socket.destroy();
    });
  }
  return server;
}

const servers = [
  serve({}, true),
  serve({}, true),
  serve({}, false),
  serve({ insecureHTTPParser: true }, true),
  serve({ maxHeaderSize: 2000 }, true),
  serve({ maxHeaderSize: 2000 }, false),
  serve({ requireHostHeader: false, joinDuplicateHeaders: true }, true),
];

// The server's side of a connection is over at its own time; a case is told when both sides are.
const waiting = new Map();
function ended(socket) {
  const { number } = socket;
  // What a connection's end does to its requests is told in ticks.
  setImmediate(() => waiting.get(number)?.(seen.get(socket)));
}

const lines = new Array(count);

function run(number, done) {
  const { bytes, server, cuts } = makeCase(number);
  const received = [];
  let left = 2;
  let told = [];
  const over = () => {
    if (--left > 0) return;
    const answer = Buffer.concat(received).toString('latin1').replace(/Date: [^\r]*\r\n/g, '');
    const line = JSON.stringify([answer, told]);
    lines[number - first] = shown ? `${number} ${JSON.stringify(bytes.toString('latin1'))} server ${server} cut ${cuts}\n${line}` : `${number} ${hash(line)}`;
    done();
  };
  const name = path.join(folder, `s${server}`);
  // A client that is answered early still sends the rest.
  const socket = net.connect({ path: name, allowHalfOpen: true });
  let peer;
  // Connections of one server are accepted in the order in which they were made.
  queues[server].push((accepted) => {
    accepted.number = number;
    peer = accepted;
    waiting.set(number, (list) => {
      told = list;
      waiting.delete(number);
      over();
    });
  });
  const sendRest = () => {
    if (peer === undefined || (peer.bytesRead < cuts[0] && !peer.destroyed)) setImmediate(sendRest);
    else socket.end(bytes.subarray(cuts[0]));
  };
  socket.on('data', (chunk) => received.push(chunk));
  socket.on('error', () => {});
  socket.on('close', over);
  if (cuts.length === 0) {
    socket.end(bytes);
  } else {
    socket.write(bytes.subarray(0, cuts[0]));
    sendRest();
  }
  socket.on('end', () => {
    if (cuts.length === 0 || peer.destroyed) socket.end();
  });
}

const queues = servers.map(() => []);
servers.forEach((server, index) => server.prependListener('connection', (socket) => queues[index].shift()(socket)));

let listening = servers.length;
servers.forEach((server, index) => server.listen(path.join(folder, `s${index}`), () => {
  if (--listening > 0) return;
  let next = first;
  let open = 0;
  const more = () => {
    while (open < AT_ONCE && next < first + count) {
      open++;
      run(next++, () => {
        open--;
        more();
      });
    }
    if (open === 0 && next === first + count) {
      process.stdout.write(`${lines.join('\n')}\n`);
      servers.forEach((one) => one.close());
    }
  };
  more();
}));
