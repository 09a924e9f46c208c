// net.SocketAddress: reading, writing and refusing addresses.
'use strict';

const { SocketAddress } = require('net');
const util = require('util');

function attempt(action) {
  try {
    console.log(action());
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}

for (const options of [
  undefined, { address: '1.2.3.4', port: 80 }, { family: 'ipv6', flowlabel: 5, port: 8 }, 1, null, { family: 'x' },
  { family: 'IPv6' }, { family: 'IPV4' }, { address: 1 }, { address: 'zz' }, { port: -1 }, { port: 'x' }, { flowlabel: -1 },
  { flowlabel: 'x' }, { flowlabel: 55 },
]) {
  attempt(() => new SocketAddress(options));
}
for (const address of ['::1:5', '::102:304', '::5', '::ffff:0:1', '::fffe:102:304', '1:0:0:2:0:0:0:3', '1:0:0:2::',
  '64:ff9b::1.2.3.4', '::FFFF', '1:0:2:0:3:0:4:0', '::1.2.3.4', '::', '1:2:3:4:5:6:7:8', '1:2:3:4:5:6:0:8', 'fe80::1%lo']) {
  console.log(address, new SocketAddress({ address, family: 'ipv6' }).address);
}
for (const text of ['1.2.3.4', '1.2.3.4:80', '1.2.3.4:81', '[::1]', '[::1]:81', '::1', 'foo', '1.2.3.4:70000', '1.2.3:5',
  '0x7f.1:8', '1.2.3.4:', '', 'http://x', '[::1%1]:81', '0:0', '1.2.3.4:443/path', '[::ffff:1.2.3.4]:3', 1]) {
  attempt(() => [text, SocketAddress.parse(text)]);
}
const address = new SocketAddress({ address: '1.2.3.4', port: 80 });
console.log(JSON.stringify(address), Object.keys(address), util.inspect({ address }, { depth: 0 }));
console.log(SocketAddress.isSocketAddress(address), SocketAddress.isSocketAddress({}), structuredClone(address));
