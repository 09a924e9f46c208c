// The scenes that random I/O programs are made of. Each is given its choices, logs everything that happens at its ends,
// and is over when nothing of it is left. What a kernel may cut differently each time (the chunks of a stream) is logged
// as a sum; ports and folders are masked.
'use strict';

const childProcess = require('child_process');
const dgram = require('dgram');
const dns = require('dns');
const fs = require('fs');
const http = require('http');
const net = require('net');
const os = require('os');
const path = require('path');
const { Worker, receiveMessageOnPort } = require('worker_threads');
const { PassThrough, Readable, Transform, Writable, pipeline } = require('stream');

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'io-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

const mask = (text) => `${text}`.replaceAll(folder, 'FOLDER').replace(/(\d\.\d+\.\d+\.\d+):\d{3,5}/g, '$1:PORT');

function show(value) {
  if (value instanceof Error) {
    const { name, code, syscall, errno } = value;
    return mask(`${name}(${[code, syscall, errno, value.message].join('|')})`);
  }
  if (Buffer.isBuffer(value)) return `<${value.length}>`;
  if (value !== null && typeof value === 'object') return mask(JSON.stringify(value));
  return mask(value);
}

function log(...args) {
  console.log(args.map(show).join(' '));
}

// Logs, and queues what the letters say: tick, promise, microtask, immediate, timer, and both ways of nesting.
function happened(label, letters, ...args) {
  log(label, ...args);
  for (const letter of letters) {
    if (letter === 't') process.nextTick(() => log(`${label} tick`));
    if (letter === 'p') Promise.resolve().then(() => log(`${label} promise`));
    if (letter === 'm') queueMicrotask(() => log(`${label} microtask`));
    if (letter === 'i') setImmediate(() => log(`${label} immediate`));
    if (letter === 'T') process.nextTick(() => Promise.resolve().then(() => log(`${label} promise in tick`)));
    if (letter === 'P') Promise.resolve().then(() => process.nextTick(() => log(`${label} tick in promise`)));
    if (letter === 'z') setTimeout(() => log(`${label} timer`), 1);
  }
}

// Logs the events of an emitter.
function watch(label, emitter, events, letters) {
  for (const event of events) {
    // Which descriptor it is depends on the runtime.
    emitter.on(event, (...args) => happened(`${label} ${event}`, letters, ...(event === 'open' ? [] : args.filter(isPlain))));
  }
  return emitter;
}

const isPlain = (value) => value === null || typeof value !== 'object' || value instanceof Error || Buffer.isBuffer(value);

// How many bytes came, and whether they were the right ones.
function count(label, stream, letters) {
  let bytes = 0;
  let sum = 0;
  let isFirst = true;
  stream.on('data', (chunk) => {
    if (isFirst) happened(`${label} first data`, letters);
    isFirst = false;
    bytes += chunk.length;
    for (let i = 0; i < chunk.length; i += 97) sum = (sum * 31 + chunk[i]) >>> 0;
  });
  stream.on('end', () => log(`${label} got ${bytes}`));
}

const bytes = (length) => Buffer.alloc(length, 'abcdefg');

// Calls `done` when it has been called `times` times.
function after(times, done) {
  return () => {
    if (--times === 0) done();
  };
}

const SOCKET_EVENTS = ['lookup', 'connect', 'ready', 'end', 'finish', 'error', 'close', 'timeout'];

const scenes = {
  // A server and a client, by TCP or by a name in the file system.
  connection({ name, isPipe, server: options, answer, client, chunks, insideServer, insideClient, delay }, done) {
    const over = after(2, done);
    const stop = () => server.close((error) => happened(`${name} server closed`, insideServer, error ?? null));
    const server = net.createServer(options, (socket) => {
      stop();
      watch(`${name} server socket`, socket, SOCKET_EVENTS, insideServer);
      if (answer === 'echo') socket.pipe(socket);
      if (answer === 'count') count(`${name} server socket`, socket, insideServer);
      if (answer === 'end') socket.resume().end(bytes(1000), () => log(`${name} answered`));
      if (answer === 'destroy') socket.destroy();
      if (answer === 'fail') socket.destroy(new Error('the server gives up'));
      if (answer === 'reset') socket.resetAndDestroy?.();
      if (answer === 'late') setImmediate(() => socket.resume().end('late'));
      if (answer === 'write then destroy') {
        socket.resume().write('some', (error) => {
          happened(`${name} server wrote`, insideServer, error ?? null);
          socket.destroy();
        });
      }
      if (answer === 'ignore' || options.pauseOnConnect) socket.resume();
      if (options.allowHalfOpen && answer !== 'echo') socket.on('end', () => socket.end());
    });
    const talks = ['end', 'late', 'write then destroy'].includes(answer) || (answer === 'echo' && chunks.length > 0);
    watch(`${name} server`, server, ['listening', 'connection', 'close', 'drop'], insideServer);
    server.on('close', over);
    const where = isPipe ? { path: path.join(folder, name) } : { port: 0, host: '127.0.0.1' };
    server.listen(where, () => {
      const socket = net.connect(isPipe ? where : { port: server.address().port, host: '127.0.0.1', ...options });
      watch(`${name} client`, socket, SOCKET_EVENTS, insideClient);
      count(`${name} client`, socket, insideClient);
      socket.on('close', over);
      if (options.allowHalfOpen) socket.on('end', () => socket.end());
      const act = () => {
        if (client === 'cork') socket.cork();
        chunks.forEach((length, index) => {
          socket.write(bytes(length), (error) => log(`${name} wrote ${index}`, error ?? null));
        });
        if (client === 'cork') process.nextTick(() => socket.uncork());
        if (client === 'destroy') socket.destroy();
        else if (client === 'destroy later') setImmediate(() => socket.destroy());
        else if (client === 'fail') socket.destroy(new Error('the client gives up'));
        else if (client === 'end on first data' && talks) socket.once('data', () => socket.end());
        else if (client === 'half') socket.end();
        else socket.end('the last', () => happened(`${name} ended`, insideClient));
      };
      if (delay === 'connect') socket.on('connect', act);
      else if (delay === 'tick') process.nextTick(act);
      else act();
      // One that gave up before it was accepted was the last, too.
      socket.on('close', () => setTimeout(() => server.listening && stop(), 20));
    });
  },

  // Requests to a server, one after the other, over connections that are kept or not.
  requests({ name, agent: options, answer, client, times, size, insideServer, insideClient }, done) {
    const server = http.createServer({ keepAliveTimeout: 0 });
    const agent = options === null ? false : new http.Agent(options);
    const answers = {
      'hello': (req, res) => res.end('hello'),
      'length': (req, res) => { res.setHeader('Content-Length', size); res.end(bytes(size)); },
      'chunks': (req, res) => {
        res.write(bytes(size), () => log(`${name} chunk written`));
        setImmediate(() => res.end('the last', () => log(`${name} response ended`)));
      },
      'echo': (req, res) => req.pipe(res),
      'after body': (req, res) => { req.resume().on('end', () => res.end('after')); },
      'late': (req, res) => setTimeout(() => res.end('late'), 5),
      'head first': (req, res) => { res.flushHeaders(); setImmediate(() => res.end('body')); },
      'closing': (req, res) => { res.shouldKeepAlive = false; res.writeHead(201, 'Made', { 'X-A': ['1', '2'] }); res.end('bye'); },
      'empty': (req, res) => { res.statusCode = 204; res.end(); },
      'trailers': (req, res) => { res.setHeader('Trailer', 'x-t'); res.write('a'); res.addTrailers({ 'x-t': 'yes' }); res.end('b'); },
      'early': (req, res) => { res.writeProcessing(); res.writeEarlyHints({ link: '</a>; rel=preload' }); res.end('now'); },
      'destroy': (req, res) => res.destroy(),
      'socket': (req) => req.socket.destroy(),
      'fail': (req, res) => { res.write('some'); setTimeout(() => res.destroy(new Error('gives up')), 5); },
    };
    server.on('request', (req, res) => {
      happened(`${name} request`, insideServer, req.method, req.url, req.headers['content-length'] ?? null, req.headers.connection);
      watch(`${name} server req`, req, ['aborted', 'end', 'close', 'error'], insideServer);
      watch(`${name} server res`, res, ['finish', 'close', 'error', 'drain'], insideServer);
      answers[answer](req, res);
    });
    watch(`${name} server`, server, ['clientError', 'close'], insideServer);
    server.on('close', done);
    const ask = (left) => {
      const isPost = client.startsWith('post') || client === 'expect';
      const req = http.request({
        host: '127.0.0.1', port: server.address().port, agent, path: `/${left}`, method: isPost ? 'POST' : 'GET',
        headers: client === 'expect' ? { Expect: '100-continue' } : {},
      });
      const { length } = agent ? Object.keys(agent.freeSockets) : [];
      watch(`${name} req`, req, ['socket', 'finish', 'response', 'continue', 'information', 'abort', 'error', 'close', 'timeout'], insideClient);
      req.on('response', (res) => {
        log(`${name} response`, res.statusCode, res.statusMessage, JSON.stringify(res.headers, (key, value) => (key === 'date' ? 'D' : value)), req.reusedSocket, length);
        watch(`${name} res`, res, ['aborted', 'end', 'error', 'close'], insideClient);
        if (client !== 'unread') count(`${name} res`, res, insideClient);
        else res.resume();
        res.on('end', () => log(`${name} trailers`, res.trailers, res.complete));
        if (client === 'destroy on response') req.destroy();
        if (client === 'response destroyed') res.destroy();
        if (client === 'destroy on data') res.once('data', () => req.destroy(new Error('enough')));
      });
      req.on('close', () => setTimeout(() => {
        if (left > 1) {
          ask(left - 1);
          return;
        }
        if (agent) agent.destroy();
        server.close();
        server.closeAllConnections();
      }, 10));
      const ended = (error) => happened(`${name} req ended`, insideClient, error?.code ?? null);
      if (client === 'post') req.end(bytes(size), ended);
      else if (client === 'post in chunks') { req.write('first'); setImmediate(() => req.end(bytes(size), ended)); }
      else if (client === 'expect') req.on('continue', () => req.end(bytes(size), ended));
      else req.end(ended);
      if (client === 'abort') req.abort();
      if (client === 'destroy') req.destroy();
      if (client === 'destroy in tick') process.nextTick(() => req.destroy(new Error('not yet')));
      if (client === 'destroy on socket') req.on('socket', () => req.destroy());
      if (client === 'timeout') { req.setTimeout(2000); req.setNoDelay(true); req.setSocketKeepAlive(true); }
    };
    server.listen(0, '127.0.0.1', () => ask(times));
  },

  // What can not be connected to, or not be listened on.
  failure({ name, kind, inside }, done) {
    if (kind === 'in use') {
      const first = net.createServer().listen(0, '127.0.0.1', () => {
        const second = net.createServer();
        watch(`${name} second`, second, ['error', 'listening', 'close'], inside);
        second.on('error', () => {
          second.close((error) => happened(`${name} second closed`, inside, error));
          first.close(done);
        });
        second.listen(first.address().port, '127.0.0.1');
      });
      return;
    }
    const options = {
      'refused': { port: 1, host: '127.0.0.1' },
      'no such path': { path: path.join(folder, 'nobody') },
      'not a socket': { path: __filename },
      'own address': { port: 1, host: '127.0.0.1', localAddress: '127.0.0.1' },
      'unreachable': { port: 1, host: '255.255.255.255' },
      'destroyed': { port: 1, host: '127.0.0.1' },
      'two': { port: 1, host: 'two', lookup: (host, { all }, callback) => process.nextTick(callback, null, [
        { address: '127.0.0.1', family: 4 }, { address: '127.0.0.2', family: 4 },
      ]) },
      'lookup fails': { port: 1, host: 'x', lookup: (host, given, callback) => setImmediate(callback, new Error('no name')) },
    }[kind];
    const socket = net.connect(options);
    watch(`${name} socket`, socket, [...SOCKET_EVENTS, 'connectionAttempt', 'connectionAttemptFailed'], inside);
    socket.on('error', (error) => {
      for (const one of error.errors ?? []) log(`${name} one of them`, one);
    });
    socket.on('close', done);
    socket.write('x', (error) => happened(`${name} write`, inside, error ?? null));
    if (kind === 'destroyed') socket.destroy();
  },

  // Datagrams to a socket of one's own.
  datagrams({ name, count: times, isConnected, isSync, inside, size }, done) {
    const receiver = dgram.createSocket('udp4');
    const sender = dgram.createSocket('udp4');
    const over = after(2, done);
    watch(`${name} receiver`, receiver, ['listening', 'error', 'close'], inside);
    watch(`${name} sender`, sender, ['listening', 'connect', 'error', 'close'], inside);
    receiver.on('close', over);
    sender.on('close', over);
    let received = 0;
    receiver.on('message', (message, { address, family, size: length }) => {
      happened(`${name} message ${received}`, inside, message, address, family, length);
      if (++received < times) return;
      receiver.close();
      sender.close(() => log(`${name} sender closed`));
    });
    const send = () => {
      const { port } = receiver.address();
      for (let i = 0; i < times; i++) {
        const sent = (error, length) => happened(`${name} sent ${i}`, inside, error, length);
        if (isConnected) sender.send(bytes(size + i), sent);
        else if (i % 2 === 0) sender.send([bytes(size), bytes(i)], port, '127.0.0.1', sent);
        else sender.send(bytes(2 * size + i), size, size + i, port, sent);
      }
    };
    const begin = () => {
      if (isConnected) sender.connect(receiver.address().port, '127.0.0.1', send);
      else send();
    };
    if (isSync && receiver.bindSync) {
      receiver.bindSync({ address: '127.0.0.1' });
      begin();
    } else {
      receiver.bind(0, '127.0.0.1', begin);
    }
  },

  // Names and addresses.
  names({ name, kind, inside }, done) {
    const told = (...args) => {
      happened(`${name} ${kind}`, inside, ...args);
      setImmediate(done);
    };
    if (kind === 'address') dns.lookup('127.0.0.1', told);
    if (kind === 'address, all') dns.lookup('::1', { all: true }, (error, all) => told(error, JSON.stringify(all)));
    if (kind === 'localhost') dns.lookup('localhost', 4, told);
    if (kind === 'promise') dns.promises.lookup('localhost', { family: 4 }).then((found) => told(JSON.stringify(found)));
    if (kind === 'service') dns.lookupService('127.0.0.1', 80, told);
    if (kind === 'bad name') dns.resolve4('a..b', told);
    if (kind === 'refused') {
      const resolver = new dns.Resolver({ tries: 1, timeout: 1000 });
      resolver.setServers(['127.0.0.1:1']);
      resolver.resolveMx('example', told);
    }
    if (kind === 'cancelled') {
      const resolver = new dns.Resolver();
      resolver.setServers(['127.0.0.1:1']);
      resolver.resolveTxt('example', told);
      resolver.cancel();
    }
  },

  // One file, from its making to its end.
  file({ name, steps, size, inside }, done) {
    const file = path.join(folder, name);
    const next = (index) => {
      if (index === steps.length) {
        done();
        return;
      }
      const told = (...args) => {
        happened(`${name} ${steps[index]}`, inside, ...args);
        setImmediate(next, index + 1);
      };
      const streamed = (stream) => {
        watch(`${name} ${steps[index]}`, stream, ['open', 'ready', 'end', 'finish', 'error'], inside);
        stream.on('close', told);
        return stream;
      };
      switch (steps[index]) {
        case 'write': fs.writeFile(file, bytes(size), told); break;
        case 'append': fs.appendFile(file, 'more', told); break;
        case 'read': fs.readFile(file, told); break;
        case 'read text': fs.readFile(file, 'latin1', (error, text) => told(error, text?.length)); break;
        case 'stat': fs.stat(file, (error, stat) => told(error, stat?.size, stat?.isFile())); break;
        case 'access': fs.access(file, told); break;
        case 'open': fs.open(file, 'r', (error, fd) => (error ? told(error) : fs.close(fd, told))); break;
        case 'exclusive': fs.open(file, 'wx', (error, fd) => (error ? told(error) : fs.close(fd, told))); break;
        case 'as folder': fs.readdir(file, told); break;
        case 'folder': fs.readdir(folder, (error, names) => told(error, names.length > 0)); break;
        case 'rename': fs.rename(file, file, told); break;
        case 'truncate': fs.truncate(file, 10, told); break;
        case 'promise': fs.promises.readFile(file).then(told, told); break;
        case 'promise stat': fs.promises.stat(file).then(({ size: length }) => told(length), told); break;
        case 'read stream': count(name, streamed(fs.createReadStream(file, { highWaterMark: 1000 })), ''); break;
        case 'part': count(name, streamed(fs.createReadStream(file, { start: 3, end: 40 })), inside); break;
        case 'destroyed stream': streamed(fs.createReadStream(file)).destroy(); break;
        case 'write stream': {
          const stream = streamed(fs.createWriteStream(file));
          stream.write('first', (error) => log(`${name} first written`, error ?? null));
          stream.end('last');
          break;
        }
        case 'copy': pipeline(fs.createReadStream(file), fs.createWriteStream(`${file} copy`), told); break;
        case 'remove': fs.unlink(file, told); break;
      }
    };
    next(0);
  },

  // A child and its pipes.
  child({ name, command, input, kill, inside }, done) {
    const child = command === 'missing' ? childProcess.spawn(path.join(folder, 'missing')) :
      childProcess.spawn('/bin/sh', ['-c', command]);
    watch(`${name} child`, child, ['spawn', 'error'], inside);
    // Whether a pipe or the child ends first is the kernel's affair, and with it whether `close` comes in the callback of
    // `exit` or in one of its own.
    watch(`${name} child`, child, ['exit'], '');
    const texts = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr']) child[stream].on('data', (chunk) => { texts[stream] += chunk; });
    // A child that never reads may be gone before it is written to, or not: only of one that reads is the error anybody's.
    const reads = command === 'cat' || command.startsWith('read ');
    child.stdin.on('error', (error) => reads && log(`${name} stdin`, error.code));
    if (input) child.stdin.write('input\n');
    child.stdin.end();
    if (kill) child.kill(kill);
    child.on('close', (code, signal) => {
      happened(`${name} child close`, inside, code, signal, texts);
      setImmediate(done);
    });
  },

  // A child without pipes: it is closed in the callback in which it ends.
  bareChild({ name, command, inside }, done) {
    const options = { stdio: 'ignore' };
    const child = command === 'missing' ? childProcess.spawn(path.join(folder, 'missing'), [], options) :
      childProcess.spawn('/bin/sh', ['-c', command], options);
    // What is queued after the start may run before the child's end or after it.
    watch(`${name} child`, child, ['spawn'], '');
    watch(`${name} child`, child, ['error', 'exit'], inside);
    child.on('close', (code, signal) => {
      happened(`${name} child close`, inside, code, signal);
      setImmediate(done);
    });
  },

  // Streams without anything below them.
  streams({ name, kind, items, inside }, done) {
    const over = (error) => {
      happened(`${name} over`, inside, error ?? null);
      setImmediate(done);
    };
    const events = ['end', 'finish', 'close', 'error', 'drain', 'pause', 'resume'];
    const source = watch(`${name} source`, Readable.from(items), events, inside);
    const sink = watch(`${name} sink`, new Writable({
      objectMode: true,
      highWaterMark: 2,
      write(chunk, encoding, callback) {
        happened(`${name} write`, inside, chunk);
        if (kind === 'fails' && chunk === 3) callback(new Error('three'));
        else if (kind === 'slow') setImmediate(callback);
        else callback();
      },
    }), events, inside);
    const middle = watch(`${name} middle`, kind === 'through' ? new PassThrough({ objectMode: true }) : new Transform({
      objectMode: true,
      transform(chunk, encoding, callback) {
        if (kind === 'later') process.nextTick(callback, null, chunk);
        else callback(null, chunk);
      },
      flush(callback) {
        log(`${name} flush`);
        callback();
      },
    }), events, inside);
    pipeline(source, middle, sink, over);
    if (kind === 'destroyed') setImmediate(() => middle.destroy(new Error('destroyed')));
  },

  // A thread of its own, and what its parent hears of it.
  workers({ name, kind, inside }, done) {
    const texts = {
      'echo': "parentPort.on('message', (m) => { parentPort.postMessage(m); parentPort.close(); });",
      'data': 'parentPort.postMessage(workerData);',
      'throws': "parentPort.postMessage('before'); throw new RangeError('inside');",
      'rejects': "Promise.reject(new TypeError('inside'));",
      'exits': "process.on('exit', (code) => parentPort.postMessage(code)); process.exit(5);",
      'terminated': 'setInterval(() => {}, 1000);',
      'prints': "console.log('printed'); console.error('wrong');",
      'port': "workerData.port.postMessage('through a port'); workerData.port.close();",
      'missing': "require('./missing_module.js');",
    };
    const { port1, port2 } = new MessageChannel();
    const isPort = kind === 'port';
    const worker = new Worker(`const { parentPort, workerData } = require('worker_threads'); ${texts[kind]}`, {
      eval: true,
      stdout: true,
      stderr: true,
      workerData: isPort ? { port: port2 } : { list: [1, { two: 2 }], when: new Date(0), map: new Map([[1, 2]]) },
      transferList: isPort ? [port2] : [],
    });
    watch(`${name} worker`, worker, ['online', 'message', 'messageerror', 'exit'], inside);
    worker.on('error', (error) => happened(`${name} worker error`, inside, error.name, `${error.message}`.split('\n')[0]));
    worker.stdout.on('data', (text) => log(`${name} stdout`, `${text}`));
    if (kind === 'prints') worker.stderr.on('data', (text) => log(`${name} stderr`, `${text}`));
    port1.on('message', (message) => happened(`${name} port`, inside, message));
    if (!isPort) port1.close();
    if (kind === 'echo') worker.postMessage({ text: 'echo', bytes: new Uint8Array([1, 2, 3]) });
    worker.on('online', () => {
      if (kind === 'terminated') worker.terminate().then((code) => happened(`${name} terminated`, inside, code));
    });
    worker.on('exit', () => setTimeout(done, 5));
  },

  // Ports of one thread.
  messages({ name, kind, count: times, inside }, done) {
    const { port1, port2 } = new MessageChannel();
    const over = after(2, () => setImmediate(done));
    for (const [label, port] of [['one', port1], ['two', port2]]) {
      port.on('close', () => {
        happened(`${name} ${label} close`, inside);
        over();
      });
    }
    const hear = (message) => {
      happened(`${name} message`, inside, typeof message === 'object' ? Object.prototype.toString.call(message) : message);
      if (--times === 0 || kind === 'once' || kind === 'stream') port1.close();
    };
    // A port that nobody listens to does not keep the loop alive until it hears of the other's end.
    const closeUnheard = () => {
      port2.ref();
      port1.close();
    };
    if (kind === 'broadcast') {
      const [a, b] = [new BroadcastChannel(name), new BroadcastChannel(name)];
      let left = times;
      b.onmessage = ({ data }) => {
        happened(`${name} broadcast`, inside, data);
        if (--left === 0) {
          a.close();
          b.close();
          closeUnheard();
        }
      };
      for (let i = 0; i < times; i++) a.postMessage(i);
      return;
    }
    if (kind === 'refused') {
      for (const value of [() => {}, Symbol('s'), { port: port2 }, new WeakMap()]) {
        try {
          port1.postMessage(value);
        } catch (error) {
          log(`${name} refused`, error.name, error.message);
        }
      }
      closeUnheard();
      return;
    }
    if (kind === 'receive') {
      for (let i = 0; i < times; i++) port1.postMessage(i);
      for (let i = 0; i <= times; i++) log(`${name} received`, receiveMessageOnPort(port2) ?? null);
      closeUnheard();
      return;
    }
    if (kind === 'once') port2.once('message', hear);
    else if (kind === 'start') port2.addEventListener('message', ({ data }) => hear(data));
    else port2.on('message', hear);
    if (kind === 'stream') {
      const stream = new ReadableStream({
        start(controller) {
          controller.enqueue(1);
          controller.close();
        },
      });
      port1.postMessage(stream, [stream]);
      log(`${name} locked`, stream.locked);
      return;
    }
    for (let i = 0; i < times; i++) {
      const buffer = new ArrayBuffer(8);
      if (kind === 'transfer') port1.postMessage(buffer, [buffer]);
      else port1.postMessage(i);
      if (kind === 'transfer') log(`${name} left`, buffer.byteLength);
    }
    if (kind === 'start') port2.start();
    if (kind === 'closed') port1.close(() => log(`${name} closed`));
  },

  // Streams of the web without anything below them.
  webStreams({ name, kind, count: items, mark, inside }, done) {
    const over = (error) => {
      happened(`${name} over`, inside, error ?? null);
      setImmediate(done);
    };
    let next = 0;
    const source = new ReadableStream({
      type: kind === 'bytes' ? 'bytes' : undefined,
      pull(controller) {
        happened(`${name} pull`, inside, controller.desiredSize);
        if (kind === 'fails' && next === 2) throw new Error('two');
        if (next++ === items) controller.close();
        else controller.enqueue(kind === 'bytes' ? new Uint8Array([next]) : next);
      },
      cancel: (reason) => happened(`${name} cancel`, inside, reason),
    }, { highWaterMark: mark });
    const sink = new WritableStream({
      write(chunk) {
        happened(`${name} write`, inside, typeof chunk === 'object' ? chunk[0] : chunk);
        if (kind === 'slow') return new Promise(setImmediate);
        if (kind === 'aborted' && chunk === 2) throw new Error('enough');
      },
      close: () => happened(`${name} close`, inside),
      abort: (reason) => happened(`${name} abort`, inside, reason),
    }, { highWaterMark: mark + 1 });
    const read = async (stream, label) => {
      for await (const chunk of stream) {
        happened(`${name} ${label}`, inside, typeof chunk === 'object' ? chunk[0] : chunk);
        if (kind === 'cancelled') break;
      }
    };
    if (kind === 'iterate' || kind === 'cancelled' || kind === 'bytes') {
      read(source, 'chunk').then(() => over(), over);
    } else if (kind === 'tee') {
      const [left, right] = source.tee();
      Promise.all([read(left, 'left'), read(right, 'right')]).then(() => over(), over);
    } else if (kind === 'transferred') {
      // How far the pipe into the port runs ahead is not the program's to see.
      const stream = ReadableStream.from([1, 2, 3]);
      read(structuredClone(stream, { transfer: [stream] }), 'chunk').then(over, over);
    } else {
      const middle = new TransformStream({
        transform: (chunk, controller) => controller.enqueue(chunk * 10),
        flush: () => log(`${name} flush`),
      });
      source.pipeThrough(middle).pipeTo(sink).then(over, over);
    }
  },
};

// Scenes one after the other; those of one list at once.
function play(lists) {
  let index = 0;
  const next = () => {
    if (index === lists.length) return;
    const list = lists[index++];
    log(`-- ${list.map(([scene, { name }]) => `${scene} ${name}`).join(', ')}`);
    const over = after(list.length, () => setImmediate(next));
    for (const [scene, choices] of list) scenes[scene](choices, over);
  };
  next();
}

process.on('beforeExit', () => log('beforeExit'));
process.on('uncaughtException', (error) => log('uncaught', error));
process.on('unhandledRejection', (error) => log('unhandled', error));
