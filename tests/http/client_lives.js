// Every event of a client's request, its response, its socket and its agent, in order, for many lives of a request.
// @timeout 60000
'use strict';
const http = require('http');
const net = require('net');

let current = '';
const log = (text) => console.log(`${current}: ${text}`);
const flag = (value) => (value ? 1 : 0);
const life = (socket) => (socket ? (socket.destroyed ? 'dead' : 'live') : 'none');
const count = (lists) => Object.values(lists).reduce((sum, list) => sum + list.length, 0);

const requestState = (req) => `destroyed ${flag(req.destroyed)} closed ${flag(req.closed)} finished ${
  flag(req.writableFinished)} socket ${life(req.socket)} parser ${flag(req.parser)}`;
const responseState = (res) => `destroyed ${flag(res.destroyed)} ended ${flag(res.readableEnded)} complete ${
  flag(res.complete)} aborted ${flag(res.aborted)} socket ${life(res.socket)}`;
const agentState = (agent) => `waiting ${count(agent.requests)} used ${count(agent.sockets)} free ${
  count(agent.freeSockets)} total ${agent.totalSocketCount}`;

function watch(name, emitter, state) {
  const { emit } = emitter;
  emitter.emit = function(event, ...args) {
    if (event !== 'newListener' && event !== 'removeListener') {
      const error = args[0] instanceof Error ? ` ${args[0].code} ${args[0].message}` : '';
      log(`${name} ${event}${error}${state ? ` (${state(emitter)})` : ''}`);
    }
    return Reflect.apply(emit, this, [event, ...args]);
  };
}

const answers = {
  hello(req, res) { req.resume(); res.end('hello'); },
  chunked(req, res) { req.resume(); res.write('a'); setTimeout(() => res.end('b'), 40); },
  headOnly(req, res) { req.resume(); res.flushHeaders(); },
  hang(req) { req.resume(); },
  reset(req) { req.socket.destroy(); },
  cut(req, res) { res.writeHead(200, { 'Content-Length': 10 }); res.write('abc'); setTimeout(() => req.socket.destroy(), 40); },
  closing(req, res) { req.resume(); res.setHeader('Connection', 'close'); res.end('bye'); },
  early(req, res) { res.end('early'); },
  untilEnd(req) { req.socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nuntil the end'); },
  empty(req, res) { req.resume(); res.statusCode = 204; res.end(); },
  garbage(req) { req.socket.end('not http at all\r\n\r\n'); },
  continues(req, res) { req.resume(); res.writeContinue(); res.writeProcessing(); res.end('after'); },
};

async function scene(name, { answer = 'hello', agent, request, act = () => {}, body, onResponse = (res) => res.resume(), times = 1 }) {
  current = name;
  const server = http.createServer(answers[answer]);
  server.on('checkContinue', answers[answer]);
  server.keepAliveTimeout = 0;
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const used = agent ? new http.Agent(agent) : agent;
  if (used) watch('agent', used, agentState);
  const sockets = new Set();
  const all = [];
  for (let i = 0; i < times; i++) {
    all.push(new Promise((done) => {
      const req = http.request({ host: '127.0.0.1', port: server.address().port, agent: used, ...request }, (res) => {
        watch(`res${i}`, res, responseState);
        onResponse(res, req);
      });
      watch(`req${i}`, req, requestState);
      req.on('socket', (socket) => {
        if (sockets.has(socket)) return;
        sockets.add(socket);
        watch(`socket${i}`, socket);
      });
      req.on('error', () => {});
      req.on('close', () => setTimeout(done, 40));
      act(req, i);
      if (body !== null) req.end(body, (error) => log(`end callback ${i} ${error?.code}`));
    }));
  }
  let timer;
  const enough = new Promise((done) => {
    timer = setTimeout(() => { log('no close'); done(); }, 600);
  });
  await Promise.race([Promise.all(all), enough]);
  clearTimeout(timer);
  used?.destroy?.();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  await new Promise((done) => setTimeout(done, 40));
}

const acts = {
  'destroyed at once': (req) => req.destroy(),
  'destroyed with an error': (req) => req.destroy(new Error('mine')),
  'aborted at once': (req) => req.abort(),
  'destroyed with its socket': (req) => req.on('socket', () => req.destroy()),
  'destroyed when connected': (req) => req.on('socket', (socket) => socket.on('connect', () => req.destroy())),
  'destroyed in a tick': (req) => process.nextTick(() => req.destroy()),
  'aborted in a tick': (req) => process.nextTick(() => req.abort()),
  'destroyed when finished': (req) => req.on('finish', () => req.destroy(new Error('finished'))),
  'socket destroyed': (req) => req.on('socket', (socket) => socket.destroy(new Error('Oops'))),
};
const reads = {
  'read': (res) => { res.on('data', () => {}); },
  'response destroyed': (res) => res.destroy(),
  'response destroyed with an error': (res) => { res.on('error', () => {}); res.destroy(new Error('response')); },
  'request destroyed': (res, req) => req.destroy(),
  'request destroyed with an error': (res, req) => req.destroy(new Error('late')),
  'request aborted': (res, req) => req.abort(),
  'request destroyed by data': (res, req) => { res.on('data', () => req.destroy()); },
  'response destroyed by data': (res) => { res.on('data', () => res.destroy()); },
  'request destroyed at the end': (res, req) => { res.resume(); res.on('end', () => req.destroy()); },
  'socket destroyed at the end': (res, req) => { res.resume(); res.on('end', () => req.socket.destroy()); },
};
const post = { method: 'POST' };
const begin = (req) => { req.write('abc'); };
const oops = () => {
  const socket = new net.Socket();
  process.nextTick(() => socket.destroy(new Error('Oops')));
  return socket;
};

const scenes = {};
for (const [kind, agent] of [['kept', { keepAlive: true }], ['closed', {}]]) {
  const isKept = kind === 'kept';
  for (const answer in answers) {
    // These are not over by themselves.
    if (answer !== 'hang' && answer !== 'headOnly') scenes[`${kind}, ${answer}`] = { agent, answer, onResponse: reads.read };
  }
  for (const act in acts) if (isKept) scenes[`${kind}, ${act}`] = { agent, answer: 'hang', act: acts[act] };
  for (const read in reads) scenes[`${kind}, ${read}`] = { agent, onResponse: reads[read] };
  for (const read of ['response destroyed', 'request destroyed', 'request destroyed by data']) {
    scenes[`${kind}, two chunks, ${read}`] = { agent, answer: 'chunked', onResponse: reads[read] };
  }
  scenes[`${kind}, post`] = { agent, answer: 'early', request: post, body: 'x'.repeat(100) };
  if (!isKept) scenes[`${kind}, post that is not ended`] = { agent, answer: 'early', request: post, body: null, act: begin };
  scenes[`${kind}, post that is ended late`] = {
    agent, answer: 'early', request: post, body: null, act: begin,
    onResponse(res, req) { res.resume(); res.on('end', () => setTimeout(() => req.end(), 20)); },
  };
  scenes[`${kind}, post destroyed at the end`] = {
    agent, answer: 'early', request: post, body: null, act: begin, onResponse: reads['request destroyed at the end'],
  };
  scenes[`${kind}, timeout`] = {
    agent, answer: 'hang', request: { timeout: 60 }, act: (req) => req.on('timeout', () => req.destroy()),
  };
  scenes[`${kind}, timeout of the response`] = {
    agent, answer: 'headOnly', onResponse(res, req) { res.on('timeout', () => req.destroy()); res.setTimeout(60); },
  };
  scenes[`${kind}, head`] = { agent, request: { method: 'HEAD' } };
  scenes[`${kind}, expectation`] = {
    agent, answer: 'continues', request: { method: 'POST', headers: { Expect: '100-continue' } }, body: null,
    act: (req) => req.on('continue', () => req.end('go')),
  };
}
const own = { createConnection: (options) => net.createConnection(options) };
for (const act in acts) scenes[`own connection, ${act}`] = { answer: 'hang', act: acts[act], request: own };
for (const act of ['destroyed at once', 'aborted at once', 'destroyed in a tick', 'destroyed with an error']) {
  scenes[`failing connection, ${act}`] = { answer: 'hang', act: acts[act], request: { createConnection: oops } };
}
scenes['failing connection'] = { answer: 'hang', request: { createConnection: oops } };
const one = { keepAlive: true, maxSockets: 1 };
scenes['one kept'] = { agent: one, times: 4 };
scenes['one not kept'] = { agent: { maxSockets: 1 }, times: 4 };
scenes['one in all'] = { agent: { keepAlive: true, maxTotalSockets: 1 }, times: 4 };
scenes['one kept, some destroyed'] = { agent: one, times: 4, act: (req, i) => { if (i % 2) req.destroy(); } };
scenes['one kept, closing'] = { agent: one, times: 3, answer: 'closing' };
scenes['one kept, reset'] = { agent: one, times: 3, answer: 'reset' };
scenes['one kept, response destroyed'] = { agent: one, times: 3, onResponse: (res) => res.destroy() };

(async () => {
  for (const name in scenes) await scene(name, scenes[name]);
  http.globalAgent.destroy();
})();
