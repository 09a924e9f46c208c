// Agents with `proxyEnv`: what a proxy is asked, what goes past it, and what is said when it refuses.
'use strict';
const http = require('http');
const https = require('https');
const net = require('net');

const listen = (server) => new Promise((done) => server.listen(0, '127.0.0.1', () => done(server.address().port)));

(async () => {
  const target = http.createServer((req, res) => res.end(`target ${req.url}`));
  const targetPort = await listen(target);
  // Answers requests itself and refuses tunnels.
  let proxyPort;
  const hide = (text) => text.replaceAll(String(proxyPort), 'PROXY').replaceAll(String(targetPort), 'TARGET');
  const proxy = net.createServer((socket) => {
    let text = '';
    socket.on('error', () => {});
    socket.on('data', (data) => {
      text += data.toString('latin1');
      if (!text.endsWith('\r\n\r\n')) return;
      console.log('proxy got', JSON.stringify(hide(text)));
      if (text.startsWith('CONNECT')) socket.end('HTTP/1.1 403 No\r\nContent-Length: 2\r\n\r\nno');
      else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nvia');
      text = '';
    });
  });
  proxyPort = await listen(proxy);
  const proxyEnv = {
    HTTP_PROXY: `http://user:pw@127.0.0.1:${proxyPort}`,
    HTTPS_PROXY: `http://127.0.0.1:${proxyPort}`,
    NO_PROXY: '127.0.0.2, *.internal',
  };
  const agents = [new http.Agent({ proxyEnv, keepAlive: true }), new http.Agent({ proxyEnv }), new https.Agent({ proxyEnv })];
  const get = (module, options) => new Promise((done) => {
    const req = module.get(options, (res) => {
      let text = '';
      res.on('data', (data) => { text += data; });
      res.on('end', () => {
        console.log(options.host, res.statusCode, text);
        done();
      });
    });
    console.log(hide(req.path), Object.keys(req.getHeaders()).join());
    req.on('error', (error) => {
      console.log(error.name, error.code, hide(error.message));
      done();
    });
  });
  const here = (host, options, callback) => {
    if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }]);
    else callback(null, '127.0.0.1', 4);
  };
  for (const agent of agents.slice(0, 2)) {
    await get(http, { host: '127.0.0.1', port: targetPort, path: '/a?b', agent });
    await get(http, { host: 'example.com', path: '/', agent, headers: { 'X-A': 1 } });
    await get(http, { host: 'a.internal', port: targetPort, path: '/own', agent, lookup: here });
  }
  await get(https, { host: 'example.com', path: '/s', agent: agents[2] });
  agents.forEach((agent) => agent.destroy());
  target.close();
  proxy.close();

  const hosts = ['a.example.com', 'example.com', 'xexample.com', '192.168.1.50', '192.168.1.200', 'EXAMPLE.com', '::1'];
  const lists = [
    '*', 'example.com', '.example.com', '*.example.com', '192.168.1.1-192.168.1.100', 'example.com:8080', 'example.com:80',
    '192.168.1.50', '::1', ' example.com , ::1', 'example',
  ];
  for (const list of lists) {
    const agent = new http.Agent({ proxyEnv: { http_proxy: 'http://127.0.0.1:9', NO_PROXY: list } });
    console.log(list, hosts.filter((host) => {
      const req = http.request({ host, agent, path: '/' });
      req.on('error', () => {});
      req.destroy();
      return req.path === '/';
    }));
  }
  for (const url of ['http://[', 'socks5://127.0.0.1:1', '127.0.0.1:80']) {
    try {
      new http.Agent({ proxyEnv: { HTTP_PROXY: url } });
      console.log(url, 'is taken');
    } catch (error) {
      console.log(error.name, error.code, error.message);
    }
  }
})();
