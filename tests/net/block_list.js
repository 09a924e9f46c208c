// net.BlockList: rules of every kind, how they are listed, what they match, and what is refused.
'use strict';

const { BlockList, SocketAddress } = require('net');
const util = require('util');

function attempt(action) {
  try {
    console.log(action());
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}

const list = new BlockList();
list.addAddress('1.2.3.4');
list.addRange('10.0.0.1', '10.0.0.9');
list.addSubnet('192.168.0.0', 16);
list.addSubnet('fe80::', 10, 'ipv6');
list.addRange('::1', '::5', 'ipv6');
console.log(list, list.size, JSON.stringify(list), util.inspect(list, { depth: -1 }));
for (const address of ['1.2.3.4', '::ffff:1.2.3.4', '10.0.0.5', '::3', '192.168.5.5', 'fe80::1', '::ffff:c0a8:1', 'x']) {
  console.log(address, list.check(address), list.check(address, 'ipv6'), list.check(address, 'IPv4'));
}
console.log(list.check(new SocketAddress({ address: '1.2.3.4', port: 99 })));

attempt(() => list.check(1));
attempt(() => list.check('::1', 5));
attempt(() => list.addAddress());
attempt(() => list.addAddress('x'));
attempt(() => list.addAddress('1.1.1.1', 'ipv5'));
attempt(() => list.addAddress('1.1.1.1', 1));
attempt(() => list.addRange('1.1.1.5', '1.1.1.1'));
attempt(() => list.addRange('1.1.1.5', 4));
attempt(() => list.addSubnet('1.1.1.1', 33));
attempt(() => list.addSubnet('1.1.1.1', 'x'));
attempt(() => list.addSubnet('::1', 129, 'ipv6'));
attempt(() => list.addSubnet('1.1.1.1', -1));

list.clear();
attempt(() => list.addAddresses(['::1', 'x'], 'ipv6'));
attempt(() => list.addAddresses('1.1.1.1'));
attempt(() => list.addAddresses([1]));
for (const cidr of ['10.0.0.0/8', 'fc00::/7', 'x', 1, '10.0.0.0', '10.0.0.0/99', '10.0.0.0/-1', '10.0.0.0/x', '/8',
  '10.0.0.0/', '10.0.0.0/8/9', '10.0.0.0/08', '10.0.0.0/8.5', '10.0.0.0/ 8', ' 10.0.0.0/8', '10.0.0.0/1e1']) {
  attempt(() => list.addCIDR(cidr));
}
attempt(() => list.addCIDRs(BlockList.PRIVATE_RANGES));
attempt(() => list.addCIDRs('x'));
attempt(() => list.addCIDRs([1]));
console.log(list.rules, list.size, Object.isFrozen(BlockList.PRIVATE_RANGES));
list.removeCIDR('10.0.0.0/8');
list.removeSubnet('fc00::', 7, 'ipv6');
list.removeSubnet('9.9.9.0', 24);
console.log(list.rules);

list.clear();
list.addRange('1.1.1.1', '1.1.1.2');
list.addRange('1.1.1.1', '1.1.1.2');
list.addAddress('3.3.3.3');
list.addAddress('::ffff:3.3.3.3', 'ipv6');
list.removeRange('1.1.1.1', '1.1.1.2');
console.log(list.rules);
list.removeAddress('3.3.3.3');
console.log(list.rules);

list.clear();
list.addSubnet('4.5.6.7', 13);
list.addSubnet('ff05:1:2::3', 35, 'ipv6');
console.log(list.rules, list.check('4.0.255.255'), list.check('4.8.0.0'), list.check('ff05:1::', 'ipv6'),
  list.check('ff05:1:2000::', 'ipv6'));
list.clear();
list.addSubnet('::', 0, 'ipv6');
console.log(list.check('1.2.3.4'), list.check('::5', 'ipv6'));
list.clear();
list.addSubnet('0.0.0.0', 0);
console.log(list.check('1.2.3.4'), list.check('::ffff:1.2.3.4', 'ipv6'), list.check('::5', 'ipv6'));

list.clear();
attempt(() => list.fromJSON(['Subnet: IPv4 1.0.0.0/8', 'Address: IPv4 7.7.7.7', 'Range: IPv6 ::1-::7', 'foo']));
attempt(() => list.fromJSON('["Subnet: IPv6 ::9/99"]'));
attempt(() => list.fromJSON(5));
attempt(() => list.fromJSON([5]));
attempt(() => list.fromJSON('{"a":1}'));
attempt(() => list.fromJSON(['Subnet: IPv4 1.0.0.0/99']));
attempt(() => list.fromJSON(['Address: IPv5 1.0.0.0']));
attempt(() => list.fromJSON(['Address: IPv4 1.0.0.999']));
console.log(list.rules);

const clone = structuredClone(list);
list.addAddress('9.9.9.9');
console.log(BlockList.isBlockList(clone), BlockList.isBlockList({}), clone.check('9.9.9.9'));
