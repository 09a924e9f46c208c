// What net and dns do unless a call says otherwise comes from flags, and a program may still change it.
// @flags --no-network-family-autoselection --network-family-autoselection-attempt-timeout=5 --dns-result-order=ipv6first
const { spawnSync } = require('child_process');
const dns = require('dns');
const net = require('net');

console.log(net.getDefaultAutoSelectFamily(), net.getDefaultAutoSelectFamilyAttemptTimeout());
console.log(dns.getDefaultResultOrder(), dns.promises.getDefaultResultOrder());
net.setDefaultAutoSelectFamily(true);
net.setDefaultAutoSelectFamilyAttemptTimeout(5);
dns.setDefaultResultOrder('verbatim');
console.log(net.getDefaultAutoSelectFamily(), net.getDefaultAutoSelectFamilyAttemptTimeout(), dns.getDefaultResultOrder());

const script = `
  const net = require('net');
  console.log(net.getDefaultAutoSelectFamily(), net.getDefaultAutoSelectFamilyAttemptTimeout());
  console.log(require('dns').getDefaultResultOrder());
`;
const ways = [
  [],
  ['--no-enable-network-family-autoselection'],
  ['--enable-network-family-autoselection'],
  ['--network-family-autoselection-attempt-timeout=abc', '--dns-result-order', 'ipv4first'],
];
for (const flags of ways) {
  const { stdout } = spawnSync(process.execPath, [...flags, '-e', script], { encoding: 'utf8' });
  console.log(flags.join(' '), stdout);
  // The environment's come first, and those of the command line after them.
  const NODE_OPTIONS = '--dns-result-order=ipv6first --no-network-family-autoselection';
  const both = spawnSync(process.execPath, [...flags, '-e', script], { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS } });
  console.log('with the environment', both.stdout);
}
const refused = spawnSync(process.execPath, ['--dns-result-order=any', '-e', '0'], { encoding: 'utf8' });
console.log(refused.status !== 0, /--dns-result-order/.test(refused.stderr), /ipv4first/.test(refused.stderr));
