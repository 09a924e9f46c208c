// What `cargo xtask soak` runs of http: requests to a server in the same process, each with a fate of its own, for a number of
// seconds. Bodies are checked by hash; peers that dawdle must be cut off by the timeouts. At the end nothing may be left.
const crypto = require('crypto');
const http = require('http');
const net = require('net');

const AT_ONCE = 40;
const WARM_UP = 400;

const hashOf = (bytes) => crypto.createHash('sha1').update(bytes).digest('hex');

const tally = { requests: 0, whole: 0, cut: 0, reset: 0, aborted: 0, half: 0, slow: 0, told: 0, idle: 0, bytes: 0, wrong: 0 };
const problems = [];
function wrong(text) {
  tally.wrong++;
  if (problems.length < 5) problems.push(text);
}

const server = http.createServer({
  headersTimeout: 300, requestTimeout: 400, keepAliveTimeout: 500, connectionsCheckingInterval: 50,
}, (req, res) => {
  const [, fate, length] = req.url.split('/');
  const body = pattern.subarray(0, Number(length));
  req.on('error', () => {});
  res.on('error', () => {});
  switch (fate) {
    case 'echo':
      req.pipe(res);
      break;
    case 'hash': {
      const hash = crypto.createHash('sha1');
      req.on('data', (chunk) => hash.update(chunk));
      req.on('end', () => res.end(hash.digest('hex')));
      break;
    }
    case 'chunks':
      for (let at = 0; at < body.length; at += 30000) res.write(body.subarray(at, at + 30000));
      res.end();
      break;
    case 'cut':
      res.writeHead(200, { 'Content-Length': body.length + 10 });
      res.write(body, () => res.destroy());
      break;
    case 'reset':
      res.writeHead(200, { 'Content-Length': body.length + 10 });
      res.write(body);
      setImmediate(() => req.socket.resetAndDestroy());
      break;
    default:
      res.setHeader('Content-Length', body.length);
      res.end(body);
  }
});
const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });

// A response's body: what comes must be the beginning of the pattern.
function read(res, length, ended) {
  const hash = crypto.createHash('sha1');
  let received = 0;
  res.on('data', (chunk) => {
    if (!chunk.equals(pattern.subarray(received, received + chunk.length))) wrong(`bytes at ${received} of ${length}`);
    hash.update(chunk);
    received += chunk.length;
    tally.bytes += chunk.length;
  });
  res.on('error', () => {});
  res.on('close', () => ended(res.complete && received === length && hash.digest('hex') === hashOf(pattern.subarray(0, length))));
}

const fates = {
  whole: (done) => ask(below(2) === 0 ? 'get' : 'chunks', sizeOf(), {}, done),
  echo: (done) => ask('echo', sizeOf(), { method: 'POST' }, done),
  hash(done) {
    const length = sizeOf();
    const req = http.request(optionsOf(`/hash/${length}`, { method: 'POST' }), (res) => {
      let text = '';
      res.on('data', (chunk) => { text += chunk; });
      res.on('end', () => {
        if (text === hashOf(pattern.subarray(0, length))) tally.whole++;
        else wrong(`hash of ${length}`);
        done();
      });
    });
    req.on('error', (error) => { wrong(`hash: ${error.message}`); done(); });
    for (let at = 0; at < length; at += 40000) req.write(pattern.subarray(at, Math.min(at + 40000, length)));
    req.end();
  },
  cut: (done) => broken('cut', 'cut', done),
  reset: (done) => broken('reset', 'reset', done),
  // The client gives up: before the answer, with its head, or in its middle.
  aborted(done) {
    const length = sizeOf();
    const req = http.request(optionsOf(`/get/${length}`, {}), (res) => {
      read(res, length, () => {});
      if (moment === 1) req.destroy();
      if (moment === 2) res.once('data', () => res.destroy());
    });
    const moment = below(4);
    req.on('error', () => {});
    req.on('close', () => { tally.aborted++; done(); });
    if (moment === 0) req.destroy();
    if (moment === 3) setImmediate(() => req.destroy());
    req.end();
  },
  // The client ends its half with the request; the answer still comes whole.
  half(done) {
    const length = sizeOf();
    const socket = net.connect({ port: server.address().port, host: '127.0.0.1', allowHalfOpen: true });
    const pieces = [];
    socket.on('data', (chunk) => pieces.push(chunk));
    socket.on('error', (error) => wrong(`half: ${error.message}`));
    socket.on('close', () => {
      const answer = Buffer.concat(pieces);
      const body = answer.subarray(answer.indexOf('\r\n\r\n') + 4);
      if (hashOf(body) === hashOf(pattern.subarray(0, length))) tally.half++;
      else wrong(`half: ${body.length} of ${length}`);
      done();
    });
    socket.end(`GET /get/${length} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  },
  // A head or a body that never ends is cut off with 408.
  slow(done) {
    const text = below(2) === 0 ? 'GET / HTTP/1.1\r\nHost: a\r\n' : 'POST /hash/9 HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n';
    const socket = net.connect(server.address().port, '127.0.0.1', () => socket.write(text));
    const began = Date.now();
    let answer = '';
    const drip = setInterval(() => socket.write('X'), 100);
    socket.on('data', (chunk) => { answer += chunk; });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(drip);
      // What it still sent may have reset the connection before the answer was read.
      if (answer.startsWith('HTTP/1.1 408 ')) tally.told++;
      else if (answer !== '') wrong(`a slow request was answered: ${answer.slice(0, 40)}`);
      if (Date.now() - began < 5000) tally.slow++;
      else wrong(`a slow request lived for ${Date.now() - began} ms`);
      done();
    });
  },
  // A connection that is kept and not used is closed by the server.
  idle(done) {
    const socket = net.connect(server.address().port, '127.0.0.1', () => socket.write('GET /get/10 HTTP/1.1\r\nHost: a\r\n\r\n'));
    const began = Date.now();
    socket.resume();
    socket.on('error', () => {});
    socket.on('close', () => {
      if (Date.now() - began < 10000) tally.idle++;
      else wrong(`an idle connection lived for ${Date.now() - began} ms`);
      done();
    });
  },
};
const NAMES = ['whole', 'whole', 'whole', 'echo', 'echo', 'hash', 'hash', 'cut', 'reset', 'aborted', 'aborted', 'half', 'slow', 'idle'];

const sizeOf = () => (below(4) === 0 ? below(pattern.length) : below(5000));
const optionsOf = (path, options) => ({ port: server.address().port, host: '127.0.0.1', path, agent: below(3) === 0 ? false : agent, ...options });

function ask(fate, length, options, done) {
  const req = http.request(optionsOf(`/${fate}/${length}`, options), (res) => read(res, length, (isWhole) => {
    if (isWhole) tally.whole++;
    else wrong(`${fate} ${length} was not whole`);
    done();
  }));
  // The server may close a kept connection in the moment in which it is used again.
  req.on('error', (error) => {
    if (error.code === 'ECONNRESET' && req.reusedSocket) ask(fate, length, { ...options, agent: false }, done);
    else { wrong(`${fate}: ${error.message}`); done(); }
  });
  if (options.method === 'POST') req.end(pattern.subarray(0, length));
  else req.end();
}

function broken(fate, kind, done) {
  const length = sizeOf();
  let isOver = false;
  const over = () => {
    if (isOver) return;
    isOver = true;
    tally[kind]++;
    done();
  };
  const req = http.request(optionsOf(`/${fate}/${length}`, {}), (res) => read(res, length, (isWhole) => {
    if (isWhole) wrong(`${fate} ${length} was called whole`);
    over();
  }));
  req.on('error', over);
  req.end();
}

// Keeps `AT_ONCE` requests going until `isEnough()`, then waits for the last.
function keepGoing(isEnough, done) {
  let current = 0;
  const more = () => {
    while (current < AT_ONCE && !isEnough()) {
      current++;
      tally.requests++;
      fates[NAMES[below(NAMES.length)]](() => {
        current--;
        if (current === 0 && isEnough()) done();
        else more();
      });
    }
  };
  more();
}

// Connections that the agent keeps for later are let go before anything is counted.
soak(server, () => tally.requests >= WARM_UP, keepGoing, { tally, problems }, () => agent.destroy());
