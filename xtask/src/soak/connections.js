// What `cargo xtask soak` runs: connections to a server in the same process, each with a fate of its own, for a number of
// seconds. Every byte that arrives is checked. At the end nothing may be left of any of them.
const net = require('net');

// With a folder of certificates the same is done over TLS; what is reset is the connection below.
const certificates = process.argv[4];
const tls = certificates && require('tls');
const read = (name) => fs.readFileSync(`${certificates}/${name}.pem`);

const AT_ONCE = tls ? 12 : 40;
const WARM_UP = tls ? 150 : 400;

function fnv(hash, chunk) {
  for (let i = 0; i < chunk.length; i++) hash = Math.imul(hash ^ chunk[i], 16777619) >>> 0;
  return hash;
}

const tally = { connections: 0, whole: 0, cut: 0, reset: 0, half: 0, aborted: 0, bytes: 0, wrong: 0 };

// The first byte says what is to become of the connection, the next four how long the body is.
const FATES = ['whole', 'whole', 'half', 'reset by client', 'cut by client', 'reset by server', 'cut by server'];

// The plain socket below a secure one of the server, by the port of its other end.
const beneath = new Map();

const onConnection = (socket) => {
  const reset = () => (tls ? beneath.get(socket.remotePort) : socket)?.resetAndDestroy();
  let head = Buffer.alloc(0);
  let fate;
  let left = 0;
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    if (fate === undefined) {
      head = Buffer.concat([head, chunk]);
      if (head.length < 5) return;
      fate = FATES[head[0]];
      left = head.readUInt32BE(1);
      chunk = head.subarray(5);
      if (fate === 'reset by server') setImmediate(reset);
      if (fate === 'cut by server') setImmediate(() => socket.destroy());
    }
    left -= chunk.length;
    if (chunk.length > 0) socket.write(chunk);
  });
  socket.on('end', () => socket.end());
};

const server = tls ?
  tls.createServer({
    allowHalfOpen: true, key: read('server_key'), cert: read('server_cert'),
    // Who leaves in the middle of a handshake is waited for, because the other half is open.
    handshakeTimeout: 500,
  }, onConnection) :
  net.createServer({ allowHalfOpen: true }, onConnection);
if (tls) {
  server.on('tlsClientError', () => {});
  server.on('connection', (socket) => {
    const { remotePort } = socket;
    beneath.set(remotePort, socket);
    socket.on('close', () => {
      if (beneath.get(remotePort) === socket) beneath.delete(remotePort);
    });
  });
}

let sessions = [];
const context = tls && tls.createSecureContext({ ca: read('ca_cert') });

// A client's socket, and the one that a reset reaches.
function connect() {
  const where = { port: server.address().port, host: '127.0.0.1', allowHalfOpen: true };
  if (!tls) {
    const socket = net.connect(where);
    return { socket, plain: socket };
  }
  const plain = net.connect(where);
  plain.on('error', () => {});
  // Some go on with the session of another.
  const session = below(3) === 0 ? sessions[below(sessions.length)] : undefined;
  const socket = tls.connect({ socket: plain, secureContext: context, servername: 'localhost', session });
  socket.on('session', (made) => {
    sessions.push(made);
    if (sessions.length > 20) sessions = sessions.slice(10);
  });
  return { socket, plain };
}

function open(done) {
  const fate = below(FATES.length);
  const name = FATES[fate];
  const length = below(4) === 0 ? below(pattern.length) : below(5000);
  const body = pattern.subarray(0, length);
  const head = Buffer.alloc(5);
  head[0] = fate;
  head.writeUInt32BE(length, 1);
  const expected = fnv(2166136261, body);
  let hash = 2166136261;
  let received = 0;
  let isOver = false;
  const { socket, plain } = connect();
  tally.connections++;
  socket.write(head);
  socket.on('data', (chunk) => {
    // What arrives before an end that was asked for must be right too.
    if (!chunk.equals(pattern.subarray(received, received + chunk.length))) tally.wrong++;
    hash = fnv(hash, chunk);
    received += chunk.length;
    tally.bytes += chunk.length;
  });
  socket.on('end', () => {
    isOver = true;
    if (!socket.writableEnded) socket.end();
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    // One that was cut before it was connected leaves what is below to whoever made it.
    plain.destroy();
    if (name === 'whole' || name === 'half') {
      if (isOver && received === length && hash === expected) tally[name]++;
      else tally.wrong++;
    } else if (name.startsWith('reset')) {
      tally.reset++;
    } else {
      tally.cut++;
    }
    done();
  });
  if (name === 'half') {
    // The other half goes on: everything still comes back.
    socket.end(body);
  } else {
    socket.write(body);
    if (name === 'whole') socket.end();
    if (name === 'reset by client') plain.on('connect', () => setImmediate(() => plain.resetAndDestroy()));
    if (name === 'cut by client') {
      if (below(2) === 0) socket.destroy();
      else setImmediate(() => socket.destroy());
      tally.aborted++;
    }
  }
}

// Keeps `AT_ONCE` connections open until `isEnough()`, then waits for the last.
function keepOpen(isEnough, done) {
  let current = 0;
  const more = () => {
    while (current < AT_ONCE && !isEnough()) {
      current++;
      open(() => {
        current--;
        if (current === 0 && isEnough()) done();
        else more();
      });
    }
  };
  more();
}

soak(server, () => tally.connections >= WARM_UP, keepOpen, { tally });
