// What a UDP socket refuses, before it is bound, when it is, when it is connected and when it is closed.
'use strict';

const dgram = require('dgram');

function attempt(action) {
  try {
    const result = action();
    console.log(result instanceof dgram.Socket ? 'the socket' : result);
  } catch (error) {
    console.log(error.name, error.code, error.message, Object.keys(error).join());
  }
}

for (const type of [
  undefined, 'x', { type: 'x' }, { type: 'udp4', lookup: 5 }, { type: 'udp4', signal: 5 }, { type: 'udp4', receiveBlockList: 5 },
  { type: 'udp4', sendBlockList: 5 }, { type: 'udp4', recvBufferSize: -1 }, { type: 'udp4', sendBufferSize: 'x' },
]) {
  attempt(() => dgram.createSocket(type));
}

function unbound(socket) {
  for (const method of ['address', 'remoteAddress', 'disconnect', 'addMembership', 'dropMembership', 'getSendBufferSize',
    'addSourceSpecificMembership', 'getRecvBufferSize', 'getSendQueueSize', 'getSendQueueCount']) {
    attempt(() => socket[method]());
  }
  for (const value of [5, 'x', -1]) {
    for (const method of ['setTTL', 'setMulticastTTL', 'setBroadcast', 'setMulticastLoopback', 'setMulticastInterface',
      'addMembership', 'setSendBufferSize']) {
      if (method !== 'addMembership' || typeof value === 'string') attempt(() => socket[method](value));
    }
  }
  const nobody = '127.0.0.1';
  for (const args of [
    [], ['a'], ['a', 'b'], [5, 80], ['a', -1], ['a', 0], ['a', 80, 5], ['a', 80, nobody, 5], ['a', 5, 1, 80], ['a', 0, 9, 80],
    [[5], 80], ['a', 0, 1, 80, {}], ['abc', -1, 1, 80], ['a', 80, false],
  ]) {
    attempt(() => socket.send(...args));
  }
  for (const args of [[], ['a', 0, 1, 80], ['a', 0, 1, 'x', nobody]]) attempt(() => socket.sendto(...args));
  for (const args of [[], [0], [5, 5], ['x']]) attempt(() => socket.connect(...args));
  for (const args of [[5], [{ port: 'x' }], [{ address: 'localhost' }], [{ address: 5 }]]) attempt(() => socket.bindSync(...args));
  for (const args of [[], [80, 'localhost']]) attempt(() => socket.connectSync(...args));
}

function bound(socket) {
  attempt(() => socket.bind());
  attempt(() => socket.bindSync());
  for (const value of [0, 256, 7]) {
    attempt(() => socket.setTTL(value));
    attempt(() => socket.setMulticastTTL(value));
  }
  attempt(() => socket.setBroadcast());
  attempt(() => socket.setMulticastLoopback(5));
  for (const address of ['x', '::1', '127.0.0.1']) attempt(() => socket.setMulticastInterface(address));
  attempt(() => socket.addMembership('224.0.0.114', '127.0.0.1'));
  attempt(() => socket.addMembership('224.0.0.114', 'x'));
  attempt(() => socket.addMembership('1.1.1.1'));
  attempt(() => socket.dropMembership('224.0.0.115'));
  attempt(() => socket.dropMembership('224.0.0.114', '127.0.0.1'));
  attempt(() => socket.addMembership('ff02::1'));
  attempt(() => socket.addSourceSpecificMembership('127.0.0.1', '232.1.1.1', '127.0.0.1'));
  attempt(() => socket.dropSourceSpecificMembership('127.0.0.1', '232.1.1.1', '127.0.0.1'));
  attempt(() => socket.addSourceSpecificMembership('x', '232.1.1.1'));
  attempt(() => socket.setSendBufferSize(5000));
  attempt(() => socket.getSendBufferSize());
  attempt(() => socket.setRecvBufferSize('x'));
  attempt(() => socket.setRecvBufferSize(2 ** 31));
}

function connected(socket) {
  attempt(() => socket.connect(6));
  attempt(() => socket.connectSync(6));
  attempt(() => socket.send('abc', 0, 5));
  attempt(() => socket.remoteAddress());
  attempt(() => socket.disconnect());
  attempt(() => socket.remoteAddress());
  attempt(() => socket.disconnect());
  attempt(() => socket.close());
  for (const method of ['close', 'bind', 'address', 'ref', 'unref', 'bindSync']) attempt(() => socket[method]());
  attempt(() => socket.send('a', 1));
}

const first = dgram.createSocket('udp4');
unbound(first);
first.close(() => {
  const second = dgram.createSocket('udp4');
  second.bind(0, '127.0.0.1', () => {
    bound(second);
    second.connect(5, '127.0.0.1', () => connected(second));
    attempt(() => second.connect(6));
    attempt(() => second.remoteAddress());
  });
});
