// Keys that both sides know beforehand, in both versions: who is asked for what, and what comes of wrong answers.
'use strict';
const tls = require('tls');

const key = Buffer.from('d731ef57be09e5204f0b205b60627028', 'hex');

function attempt(name, { server: keyOf = () => key, client: answer = () => ({ psk: key, identity: 'me' }), ...options }) {
  return new Promise((resolve) => {
    const ciphers = 'PSK+HIGH:TLS_AES_128_GCM_SHA256';
    const server = tls.createServer({
      ciphers, pskIdentityHint: 'a hint', ...options,
      pskCallback(socket, identity) {
        console.log(name, 'server asked', identity, this === socket);
        return keyOf(identity);
      },
    }, (socket) => {
      console.log(name, 'secure', socket.getProtocol(), socket.authorized, JSON.stringify(socket.getPeerCertificate()));
      socket.on('error', () => {});
      socket.end('hello');
    });
    server.on('tlsClientError', (error) => console.log(name, 'tlsClientError', error.code.replace(/.*ALERT/, 'ALERT')));
    server.listen(0, '127.0.0.1', () => {
      const client = tls.connect({
        port: server.address().port, host: '127.0.0.1', ciphers, checkServerIdentity() {},
        pskCallback(hint) {
          console.log(name, 'client asked', hint, this === client);
          return answer(hint);
        },
      });
      client.on('secureConnect', () => console.log(name, 'connected', client.authorized));
      client.on('data', (data) => console.log(name, `${data}`));
      client.on('error', (error) => console.log(name, error.name, error.code.replace(/.*ALERT/, 'ALERT')));
      client.on('close', () => setTimeout(() => server.close(resolve), 20));
    });
  });
}

(async () => {
  await attempt('1.3', {});
  await attempt('1.2', { maxVersion: 'TLSv1.2' });
  await attempt('a view', { maxVersion: 'TLSv1.2', server: () => ({ psk: new Uint8Array(key) }) });
  await attempt('unknown', { maxVersion: 'TLSv1.2', server: () => null });
  await attempt('another key', { maxVersion: 'TLSv1.2', server: () => Buffer.alloc(16) });
  await attempt('no answer', { maxVersion: 'TLSv1.2', client: () => null });
  for (const options of [{ pskCallback: 5 }, { pskCallback() {}, pskIdentityHint: 5 }]) {
    try {
      tls.createServer(options);
    } catch (error) {
      console.log(error.message);
    }
  }
  try {
    tls.connect({ port: 1, pskCallback: 1 });
  } catch (error) {
    console.log(error.message);
  }
})();
