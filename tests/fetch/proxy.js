// fetch through proxies: what they are asked, what goes past them, what is said when they refuse, and who names them.
'use strict';
const http = require('http');
const https = require('https');
const net = require('net');
const { readFileSync } = require('fs');
const { execFile } = require('child_process');
const { join } = require('path');

if (process.argv[2] === 'child') {
  // The environment names the proxy, or a flag says whether it does.
  const told = (name) => (error) => console.log(name, error.code ?? error.cause.code, error.port ?? error.cause.port);
  fetch('http://127.0.0.1:20001/').catch(told('fetch')).then(() => http.get('http://127.0.0.1:20001/').on('error', told('http')));
  return;
}

const fixture = (name) => readFileSync(join(__dirname, '..', 'tls', 'fixtures', name));
const listen = (server) => new Promise((done) => server.listen(0, '127.0.0.1', () => done(server.address().port)));
const soon = () => new Promise((done) => setTimeout(done, 20));
let proxyPort;
let targetPort;
let securePort;
const hide = (text) => `${text}`.replaceAll(`:${proxyPort}`, ':PROXY').replaceAll(`:${targetPort}`, ':TARGET').replaceAll(`:${securePort}`, ':SECURE');

let connections = 0;
const proxy = net.createServer((socket) => {
  connections++;
  let text = '';
  let way;
  socket.on('error', () => {});
  socket.on('data', (data) => {
    if (way) {
      way.write(data);
      return;
    }
    text += data.toString('latin1');
    if (!text.includes('\r\n\r\n')) return;
    const head = text;
    text = '';
    console.log('  proxy got', JSON.stringify(hide(head)));
    if (head.includes('wants-a-name')) socket.write('HTTP/1.1 407 Who\r\ncontent-length: 2\r\n\r\nno');
    else if (head.includes('garbage')) socket.write('garbage\r\n\r\n');
    else if (head.includes('ends')) socket.end();
    else if (head.startsWith('CONNECT 127.0.0.1')) {
      way = net.connect(securePort, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
      way.on('error', () => socket.destroy());
      way.pipe(socket);
      socket.on('close', () => way.destroy());
    } else if (head.startsWith('CONNECT')) socket.end('HTTP/1.1 403 No\r\n\r\n');
    else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nvia');
  });
});
const target = http.createServer((req, res) => res.end(`target ${req.url}`));
const secure = https.createServer({ key: fixture('server_key.pem'), cert: fixture('server_cert.pem') }, (req, res) => {
  console.log('  secure got', hide(JSON.stringify(req.rawHeaders)));
  res.end('secure');
});

async function ask(url, options) {
  console.log(hide(url), options ?? '');
  try {
    const response = await fetch(url, options);
    console.log(response.status, response.url === url, response.type, await response.text());
  } catch (error) {
    for (let cause = error; cause !== undefined; cause = cause.cause) console.log(cause.name, cause.constructor.name, cause.code, cause.message);
  }
  // A connection is used again when it has had time to rest.
  await soon();
}

(async () => {
  proxyPort = await listen(proxy);
  targetPort = await listen(target);
  securePort = await listen(secure);
  const here = `http://127.0.0.1:${proxyPort}`;
  const { globalAgent } = http;
  const { globalAgent: secureAgent } = https;
  const restore = http.setGlobalProxyFromEnv({
    http_proxy: here, HTTP_PROXY: 'http://127.0.0.1:9', https_proxy: here.replace('//', '//user:p%40ss@'), no_proxy: 'localhost',
  });
  console.log(restore.name, restore.length, http.globalAgent === globalAgent, https.globalAgent === secureAgent);
  await ask('http://a.example/1?q#hash');
  await ask('http://a.example/2');
  console.log('connections', connections);
  await ask('http://b.example:81/', { method: 'POST', body: 'body', headers: { 'x-a': '1' } });
  console.log('connections', connections);
  await ask('http://c.localhost/', { method: 'HEAD' });
  await ask(`http://localhost:${targetPort}/past`);
  await ask('http://a.example/', { headers: { 'proxy-authorization': 'mine' } });
  await ask('http://wants-a-name.example/');
  await ask('http://ends.example/');
  await ask('https://refused.example/');
  await ask('https://wants-a-name.example:444/');
  await ask('https://garbage.example/');
  await ask('https://ends.example/');
  process.removeAllListeners('warning');
  process.on('warning', () => {});
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  const before = connections;
  await ask(`https://127.0.0.1:${securePort}/`);
  await ask(`https://127.0.0.1:${securePort}/again`);
  console.log('tunnels', connections - before);
  restore();
  console.log(http.globalAgent === globalAgent, https.globalAgent === secureAgent);
  await ask(`http://127.0.0.1:${targetPort}/straight`);

  // One proxy for both, if it is the only one.
  http.setGlobalProxyFromEnv({ HTTP_PROXY: here });
  await ask('https://refused.example/');
  http.setGlobalProxyFromEnv({ http_proxy: 'http://127.0.0.1:9', https_proxy: 'http://127.0.0.1:9' });
  await ask('http://a.example/');
  await ask('https://a.example/');

  const hosts = ['a.example.test', 'example.test', 'xexample.test', '192.0.2.50', '192.0.2.200', '[::1]', 'b.a.example.test'];
  const lists = [
    '*', 'example.test', '.example.test', '*.example.test', '192.0.2.1-192.0.2.100', 'example.test:8080', 'example.test:80', '192.0.2.50',
    '::1', '[::1]', ' example.test , ::1', 'example', 'example.test ::1', 'EXAMPLE.TEST', '192.0.2.0/24', '*example.test',
  ];
  const { log } = console;
  for (const list of lists) {
    http.setGlobalProxyFromEnv({ http_proxy: here, no_proxy: list });
    const past = [];
    console.log = () => {};
    for (const host of hosts) {
      const count = connections;
      await fetch(`http://${host}/`, { signal: AbortSignal.timeout(50) }).then((response) => response.text()).catch(() => {});
      if (connections === count) past.push(host);
    }
    console.log = log;
    console.log(JSON.stringify(list), past.join(' '));
  }
  for (const env of [null, 5, { http_proxy: 'http://[' }, { https_proxy: 'nonsense' }, { http_proxy: 'ftp://127.0.0.1' }, {}]) {
    try {
      console.log(env, typeof http.setGlobalProxyFromEnv(env));
    } catch (error) {
      console.log(env, error.name, error.code, error.message);
    }
  }
  for (const [flags, use] of [[[], '1'], [[], 'true'], [['--use-env-proxy'], ''], [['--no-use-env-proxy'], '1']]) {
    const env = { ...process.env, http_proxy: 'http://127.0.0.1:9', NODE_USE_ENV_PROXY: use };
    await new Promise((done) => {
      execFile(process.execPath, [...flags, __filename, 'child'], { env }, (error, out, text) => {
        console.log(flags, use, error?.code ?? 0, out.split('\n'), text);
        done();
      });
    });
  }
  process.exit();
})();
