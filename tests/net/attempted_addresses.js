// `autoSelectFamilyAttemptedAddresses`: there once a name has had several addresses, with those that were tried.
'use strict';
const net = require('net');

const lookup = (addresses) => (name, options, callback) => {
  const list = addresses.map((address) => ({ address, family: net.isIP(address) }));
  if (options.all) callback(null, list);
  else callback(null, list[0].address, list[0].family);
};
const blockList = new net.BlockList();
blockList.addAddress('::1', 'ipv6');

const cases = [
  ['an address', { host: '127.0.0.1' }],
  ['one', { lookup: lookup(['127.0.0.1']) }],
  ['two', { lookup: lookup(['::1', '127.0.0.1']) }],
  ['two, the first is right', { lookup: lookup(['127.0.0.1', '::1']) }],
  ['two, one at a time', { lookup: lookup(['127.0.0.1', '::1']), autoSelectFamily: false }],
  ['two, one blocked', { lookup: lookup(['::1', '127.0.0.1']), blockList }],
];

const server = net.createServer((socket) => socket.end()).listen(0, '127.0.0.1', next);

function next() {
  const one = cases.shift();
  if (one === undefined) {
    server.close();
    return;
  }
  const { port } = server.address();
  const tell = (when) => {
    const list = socket.autoSelectFamilyAttemptedAddresses;
    console.log(one[0], when, list && list.join(' ').replaceAll(String(port), 'PORT'), Object.hasOwn(socket, 'autoSelectFamilyAttemptedAddresses'));
  };
  const socket = net.connect({ host: 'name.invalid', ...one[1], port });
  tell('at once');
  socket.on('connectionAttempt', () => tell('attempt'));
  socket.on('connect', () => {
    tell('connected');
    socket.destroy();
  });
  socket.on('close', next);
}
