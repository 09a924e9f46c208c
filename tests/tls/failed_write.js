// Writes that wait for a handshake which fails, or whose end is refused: what they are told, and when.
const tls = require('tls');
const { readFileSync } = require('fs');
const path = require('path');

const read = (name) => readFileSync(path.join(__dirname, 'fixtures', name));

function run(texts, options, done) {
  const server = tls.createServer({ key: read('server_key.pem'), cert: read('server_cert.pem'), ALPNProtocols: ['a'] });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    const client = tls.connect({ port, host: '127.0.0.1', servername: 'localhost', ...options });
    const told = (what) => (value) => {
      console.log(what, `${value?.code}`.replace(/^ERR_SSL_.*/, 'ERR_SSL'));
      process.nextTick(() => console.log(what, 'tick'));
    };
    for (const text of texts) client.write(text, told(`wrote ${text.length}`));
    client.end(told('ended'));
    for (const event of ['end', 'finish', 'error', 'close']) client.on(event, told(event));
    client.resume();
    client.on('close', () => server.close(done));
  });
}
const noProtocol = { ca: read('ca_cert.pem'), ALPNProtocols: ['c'] };
const noTrust = { ca: [] };
const runs = [[['x', 'yy'], noProtocol], [[''], noProtocol], [['x', 'yy'], noTrust], [['', 'yy'], noTrust]];
(function next() {
  if (runs.length > 0) run(...runs.shift(), next);
})();
