// A proxy in front of a server: requests, changed paths, sockets that are upgraded, and a target that is gone.
const http = require('http');
const net = require('net');
const httpProxy = require('http-proxy');

const target = http.createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => { body += chunk; });
  request.on('end', () => response.writeHead(201, { 'X-Seen': request.headers['x-forwarded-proto'] ?? 'none' }).end(`${request.method} ${request.url} ${body}`));
});
target.on('upgrade', (request, socket) => {
  socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
  socket.pipe(socket);
});
target.listen(0, '127.0.0.1', () => {
  const proxy = httpProxy.createProxyServer({ target: `http://127.0.0.1:${target.address().port}`, xfwd: true, ws: true });
  proxy.on('proxyReq', (request) => request.setHeader('X-Added', '1'));
  proxy.on('proxyRes', (response) => { response.headers['x-through'] = 'proxy'; });
  proxy.on('error', (error, request, response) => response.writeHead(502).end(error.code));
  const server = http.createServer((request, response) => {
    if (request.url === '/gone') proxy.web(request, response, { target: 'http://127.0.0.1:1' });
    else proxy.web(request, response);
  });
  server.on('upgrade', (request, socket, head) => proxy.ws(request, socket, head));
  server.listen(0, '127.0.0.1', async () => {
    const base = `http://127.0.0.1:${server.address().port}`;
    const got = await fetch(`${base}/path?a=1`);
    console.log(got.status, got.headers.get('x-seen'), got.headers.get('x-through'), await got.text());
    const posted = await fetch(`${base}/post`, { method: 'POST', body: 'x'.repeat(10) });
    console.log(posted.status, await posted.text());
    const gone = await fetch(`${base}/gone`);
    console.log(gone.status, await gone.text());
    const socket = net.connect(server.address().port, '127.0.0.1');
    socket.write('GET /up HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    let heard = '';
    socket.on('data', (data) => {
      heard += data;
      if (heard.endsWith('\r\n\r\n')) socket.write('hello');
      else if (heard.endsWith('hello')) socket.end();
    });
    socket.on('close', () => {
      console.log(heard.split('\r\n')[0], heard.slice(-5));
      server.close();
      target.close();
      server.closeAllConnections();
      target.closeAllConnections();
    });
  });
});
