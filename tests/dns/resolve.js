// Questions to a name server of this program's own: every type of record, errors, aliases, answers by TCP, timeouts,
// cancelling, and the order in which answers are told.
'use strict';

const dgram = require('dgram');
const dns = require('dns');
const net = require('net');
const { once } = require('events');

const u16 = (value) => Buffer.from([value >> 8, value & 255]);
const u32 = (value) => Buffer.concat([u16(value >>> 16), u16(value & 65535)]);
const text = (value) => Buffer.concat([Buffer.from([value.length]), Buffer.from(value, 'latin1')]);
const name = (value) => Buffer.concat([...value.split('.').map(text), Buffer.from([0])]);

const TYPES = {
  A: 1, NS: 2, CNAME: 5, SOA: 6, PTR: 12, MX: 15, TXT: 16, AAAA: 28, SRV: 33, NAPTR: 35, TLSA: 52, ANY: 255, CAA: 257,
};
const DATA = {
  A: Buffer.from([1, 2, 3, 4]),
  AAAA: Buffer.from('20010db8000000000000000000000001', 'hex'),
  NS: name('ns.example'),
  CNAME: name('c.example'),
  PTR: name('p.example'),
  SOA: Buffer.concat([name('ns.example'), name('h.example'), u32(1), u32(2), u32(3), u32(4), u32(4000000000)]),
  MX: Buffer.concat([u16(10), name('mx.example')]),
  TXT: Buffer.concat([text('a b'), text('\xe9')]),
  SRV: Buffer.concat([u16(1), u16(2), u16(3), name('srv.example')]),
  NAPTR: Buffer.concat([u16(1), u16(2), text('s'), text('SIP+D2U'), text('!a!b!'), name('n.example')]),
  CAA: Buffer.concat([Buffer.from([128]), text('issue'), Buffer.from('ca.example')]),
  TLSA: Buffer.concat([Buffer.from([3, 1, 1]), Buffer.from('abcd')]),
};
const RCODES = { formerr: 1, servfail: 2, nx: 3, notimp: 4, refused: 5 };

const record = (type, ttl = 300, data = DATA[type]) => Buffer.concat(
  [Buffer.from([0xc0, 12]), u16(TYPES[type]), u16(1), u32(ttl), u16(data.length), data]);

// The answer to a message, or undefined if there is none.
function answer(message, byTcp) {
  const end = message.indexOf(0, 12) + 5;
  const question = message.subarray(12, end);
  const label = message.toString('latin1', 13, 13 + message[12]);
  const kind = Object.keys(TYPES).find((type) => TYPES[type] === message.readUInt16BE(end - 4));
  const reply = (rcode, records, flags = 0x8180) => Buffer.concat([
    message.subarray(0, 2), u16(flags | rcode), u16(1), u16(records.length), u16(0), u16(0), question, ...records]);
  if (label in RCODES) return reply(RCODES[label], []);
  switch (label) {
    case 'silent': return undefined;
    case 'empty': return reply(0, []);
    case 'garbage': return Buffer.concat([message.subarray(0, 2), Buffer.from([0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0, 5, 5])]);
    case 'alias': return reply(0, [record('CNAME', 20), record('A')]);
    case 'mail': return reply(0, [record('MX')]);
    case 'long': return byTcp ? reply(0, Array(100).fill(record('A'))) : reply(0, [], 0x8380);
    case 'strange': return reply(0, [record('PTR', 1, Buffer.concat([text('a.b'), text('"\x01é'), Buffer.from([0])]))]);
  }
  if (kind !== 'ANY') return reply(0, [record(kind), record(kind, 100)]);
  return reply(0, ['SOA', 'A', 'AAAA', 'NS', 'PTR', 'MX', 'TXT', 'SRV', 'NAPTR'].map((type) => record(type)));
}

const error = ({ message, code, errno, syscall, hostname }) => ({ message, code, errno, syscall, hostname });

async function main() {
  const udp = dgram.createSocket('udp4', (message, from) => {
    const bytes = answer(message, false);
    if (bytes) udp.send(bytes, from.port);
  });
  const tcp = net.createServer((socket) => socket.on('data', (chunk) => {
    const bytes = answer(chunk.subarray(2), true);
    // In two parts, to see whether they are put together.
    socket.write(Buffer.concat([u16(bytes.length), bytes.subarray(0, 7)]));
    setTimeout(() => socket.write(bytes.subarray(7)), 5);
  }).on('error', () => {}));
  // Both have the same port. TCP chooses: a port whose last connection is not forgotten yet is closed to it, not to UDP.
  tcp.listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  udp.bind(tcp.address().port, '127.0.0.1');
  await once(udp, 'listening');
  const servers = [`127.0.0.1:${udp.address().port}`];
  const resolver = new dns.promises.Resolver();
  resolver.setServers(servers);

  for (const type of Object.keys(TYPES)) console.log(type, await resolver.resolve('example', type));
  console.log(await resolver.resolve4('example', { ttl: true }), await resolver.resolve6('example', { ttl: true }));
  console.log(await resolver.resolve4('alias', { ttl: true }), await resolver.resolveCname('alias'));
  console.log(await resolver.reverse('1.2.3.4'), await resolver.reverse('2001:db8::2'), await resolver.resolvePtr('strange'));
  for (const label of [...Object.keys(RCODES), 'empty', 'garbage', 'mail']) {
    for (const method of ['resolve4', 'resolveTxt', 'resolveNs']) {
      console.log(label, method, await resolver[method](label).catch((problem) => error(problem)));
    }
  }
  console.log((await resolver.resolve4('long')).length);
  console.log(await resolver.resolve4('a..b').catch(error), await resolver.resolve4('x'.repeat(64)).catch(error));
  console.log(await resolver.reverse('nonsense').catch(error));

  const impatient = new dns.promises.Resolver({ timeout: 50, tries: 1 });
  impatient.setServers(servers);
  console.log(await impatient.resolve4('silent').catch(error));
  const cancelled = new dns.Resolver();
  cancelled.setServers(servers);
  await new Promise((resolve) => {
    cancelled.resolve4('silent', (problem) => console.log('cancelled', error(problem)));
    cancelled.resolveMx('silent', (problem) => resolve(console.log('cancelled', error(problem))));
    process.nextTick(() => console.log('tick'));
    setImmediate(() => console.log('immediate'));
    cancelled.cancel();
    console.log('after cancel');
  });

  dns.setServers(servers);
  console.log(dns.getServers().join() === servers.join(), dns.promises.getServers().join() === servers.join());
  await new Promise((resolve) => {
    const request = dns.resolve4('example', (problem, addresses) => {
      console.log('callback', problem, addresses);
      process.nextTick(() => console.log('tick in callback'));
      Promise.resolve().then(() => console.log('promise in callback'));
      setImmediate(() => resolve(console.log('immediate in callback')));
    });
    console.log(request.constructor.name, Object.keys(request), request.hostname, request.ttl);
  });
  console.log(await dns.promises.resolveSrv('example'));

  const nobody = new dns.promises.Resolver({ tries: 1 });
  nobody.setServers(['127.0.0.1:1']);
  console.log(await nobody.resolve('example').catch(error), await nobody.reverse('8.8.8.8').catch(error));
  udp.close();
  tcp.close();
}
main();
