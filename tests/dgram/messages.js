// Datagrams in all forms of `send`, and the order of everything around them.
'use strict';

const dgram = require('dgram');
const { BlockList } = require('net');
const { once } = require('events');

const log = (...args) => console.log(...args);

function around(label) {
  process.nextTick(() => log(label, 'tick'));
  Promise.resolve().then(() => log(label, 'promise'));
}

async function forms() {
  const receiver = dgram.createSocket('udp4');
  const expected = ['whole', 'part', 'list of three', 'bytes', 'view', '', 'by name', 'sendto'];
  let count = 0;
  const done = new Promise((resolve) => {
    receiver.on('message', (message, from) => {
      log('message', message.toString(), from.size, from.family, from.address, Buffer.isBuffer(message));
      around(message.toString());
      if (++count === expected.length) resolve();
    });
  });
  receiver.bind(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port, address, family } = receiver.address();
  log('bound', typeof port, address, family);
  const sender = dgram.createSocket('udp4');
  const sent = (...args) => log('sent', ...args);
  log(sender.send('whole', port, '127.0.0.1', sent));
  sender.send('a part of it', 2, 4, port, '127.0.0.1', sent);
  sender.send(['list ', Buffer.from('of '), new Uint8Array(Buffer.from('three'))], port, sent);
  sender.send(Buffer.from('bytes'), port);
  sender.send(new DataView(new Uint8Array(Buffer.from('view')).buffer), port, '127.0.0.1');
  sender.send([], port, sent);
  await once(sender, 'listening');
  sender.sendto('sendto', 0, 6, port, '127.0.0.1', sent);
  log('queue', sender.getSendQueueSize(), sender.getSendQueueCount());
  around('main');
  await once(receiver, 'message');
  setTimeout(() => sender.send('by name', port, 'localhost', sent), 20);
  await done;
  sender.close(() => log('sender closed'));
  receiver.close();
  await once(receiver, 'close');
}

async function connection() {
  const server = dgram.createSocket('udp4');
  server.bindSync({ address: '127.0.0.1' });
  server.on('message', (message, from) => server.send(`echo ${message}`, from.port));
  const client = dgram.createSocket('udp4');
  client.on('listening', () => log('client listening')).on('connect', () => log('client connect'));
  client.connect(server.address().port, () => log('connect callback'));
  await once(client, 'connect');
  log(client.remoteAddress().port === server.address().port);
  client.send('now', (error, bytes) => log('now', error, bytes));
  client.send('some of this', 0, 4, (error, bytes) => log('some', error, bytes));
  await new Promise((resolve) => {
    const answers = [];
    client.on('message', (message) => {
      answers.push(message.toString());
      if (answers.length === 2) resolve(log(answers));
    });
  });
  client.disconnect();
  client.close();
  server.close();
  await once(server, 'close');
}

async function errors() {
  const taken = dgram.createSocket('udp4');
  taken.bindSync({ address: '127.0.0.1' });
  const other = dgram.createSocket('udp4');
  other.bind({ port: taken.address().port, address: '127.0.0.1' }, () => log('never'));
  other.send('never sent', 9, () => log('never'));
  const [error] = await once(other, 'error');
  log(error.code, error.syscall, error.address, error.port === taken.address().port, Object.keys(error));
  taken.close();
  other.close();

  const wrong = dgram.createSocket('udp6');
  wrong.bind({ port: 0, address: '127.0.0.1' });
  const [invalid] = await once(wrong, 'error');
  log(invalid.message, Object.keys(invalid));
  wrong.close();

  const lost = dgram.createSocket({ type: 'udp4', lookup: (name, family, callback) => process.nextTick(callback, new Error(`no ${name} ${family}`)) });
  lost.on('error', (problem) => log('lost', problem.message));
  lost.bind(0);
  await once(lost, 'error');
  lost.close();

  const large = dgram.createSocket('udp4');
  large.send(Buffer.alloc(70000), 9, '127.0.0.1', (problem) => {
    log(problem.code, problem.syscall, problem.message, Object.keys(problem));
    large.close();
  });
  await once(large, 'close');

  const refused = dgram.createSocket('udp4');
  refused.on('error', (problem) => {
    log('refused', problem.code, problem.syscall, problem.message);
    refused.close();
  });
  refused.connect(1, '127.0.0.1', () => refused.send('anybody?'));
  await new Promise((resolve) => refused.on('close', resolve));
}

async function blocked() {
  const list = new BlockList();
  list.addAddress('127.0.0.1');
  const receiver = dgram.createSocket({ type: 'udp4', receiveBlockList: list });
  receiver.on('message', (message) => log('never', message));
  receiver.bindSync({ address: '127.0.0.1' });
  const sender = dgram.createSocket({ type: 'udp4', sendBlockList: list });
  sender.send('a', 9, '127.0.0.1', (error, bytes) => log(error.code, bytes));
  sender.connect(9, '127.0.0.1', (error) => {
    log(error.code);
    sender.close();
  });
  await once(sender, 'close');
  const other = dgram.createSocket('udp4');
  other.send('b', receiver.address().port, () => setTimeout(() => {
    other.close();
    receiver.close();
  }, 20));
  await once(receiver, 'close');
  const controller = new AbortController();
  const aborted = dgram.createSocket({ type: 'udp4', signal: controller.signal });
  aborted.bind(0);
  controller.abort();
  around('aborted');
  await once(aborted, 'close');
  await using disposed = dgram.createSocket('udp4');
  disposed.on('close', () => log('disposed'));
}

async function many() {
  const receiver = dgram.createSocket('udp4');
  receiver.bindSync({ address: '127.0.0.1' });
  const sender = dgram.createSocket('udp4');
  sender.bindSync({ address: '127.0.0.1' });
  const order = [];
  const done = new Promise((resolve) => receiver.on('message', (message) => {
    order.push(`message ${message}`);
    process.nextTick(() => order.push(`tick ${message}`));
    Promise.resolve().then(() => order.push(`promise ${message}`));
    setImmediate(() => order.push(`immediate ${message}`));
    if (String(message) === '39') setImmediate(resolve);
  }));
  for (let i = 0; i < 40; i++) sender.send(`${i}`, receiver.address().port, '127.0.0.1');
  await done;
  log(order.join('\n'));
  sender.close();
  receiver.close();
}

(async () => {
  await forms();
  await connection();
  await errors();
  await blocked();
  await many();
})();
