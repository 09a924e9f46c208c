// The events and errors of attempts to connect: one address and several, block lists, local ports, types of service.
'use strict';

const net = require('net');

const EVENTS = ['connectionAttempt', 'connectionAttemptFailed', 'connectionAttemptTimeout', 'lookup', 'connect', 'ready', 'close'];
const show = (value) => (value instanceof Error ? value.message : value);

function attempt(action) {
  try {
    const result = action();
    console.log(result instanceof net.Socket ? 'the socket' : result);
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}

function connect(label, addresses, options) {
  return new Promise((resolve) => {
    const socket = net.connect({
      port: 1,
      host: 'name',
      lookup: (host, { all }, callback) => process.nextTick(() => {
        if (all) callback(null, addresses);
        else callback(null, addresses[0].address, addresses[0].family);
      }),
      ...options,
    });
    for (const event of EVENTS) socket.on(event, (...args) => console.log(label, event, args.map(show)));
    socket.on('error', (error) => {
      console.log(label, error.name, error.code, error.message, Object.keys(error));
      for (const one of error.errors ?? []) console.log(label, one.code, one.message, Object.keys(one));
    });
    socket.on('close', resolve);
  });
}

async function main() {
  const one = [{ address: '127.0.0.1', family: 4 }];
  const two = [...one, { address: '127.0.0.2', family: 4 }];
  const list = new net.BlockList();
  list.addAddress('127.0.0.1');

  await connect('two', two);
  await connect('one', one);
  await connect('address', one, { host: '127.0.0.1' });
  await connect('not asked for several', one, { autoSelectFamily: false });
  await connect('one blocked', one, { blockList: list });
  await connect('address blocked', one, { host: '127.0.0.1', blockList: list });
  await connect('first blocked', two, { blockList: list });
  list.addAddress('127.0.0.2');
  await connect('both blocked', two, { blockList: list });
  await connect('unreachable', [{ address: '255.255.255.255', family: 4 }]);
  await connect('first unreachable', [{ address: '255.255.255.255', family: 4 }, one[0]]);
  await connect('local address', one, { localAddress: '127.0.0.9' });
  attempt(() => net.connect({ port: 1, host: '127.0.0.1', blockList: {} }));
  attempt(() => net.createServer({ blockList: {} }));

  const unconnected = new net.Socket();
  for (const value of [300, 'x', undefined, NaN, 0x10]) attempt(() => unconnected.setTypeOfService(value));
  attempt(() => unconnected.getTypeOfService());
  attempt(() => new net.Socket({ typeOfService: 'x' }));
  attempt(() => new net.Socket({ typeOfService: 0x20 }).getTypeOfService());

  const server = net.createServer({ blockList: list }, () => console.log('never'));
  server.on('drop', () => console.log('no drop either'));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  await new Promise((resolve) => {
    const socket = net.connect({ port: server.address().port, host: '127.0.0.1', typeOfService: 0x40 });
    socket.on('connect', () => {
      attempt(() => socket.getTypeOfService());
      attempt(() => socket.setTypeOfService(0x20));
      attempt(() => socket.getTypeOfService());
    });
    socket.on('end', () => console.log('end')).on('error', (error) => console.log(error.code));
    socket.on('close', resolve).resume();
  });
  server.close();
}
main();
