// setKeyCert shows another certificate than the server's own, chosen by the protocol that a client offers; a chain that is
// trusted in its middle; what is below a secure socket is another secure socket.
'use strict';
const net = require('net');
const tls = require('tls');
const { read } = require('./fixtures/attempt');

const identity = (name) => ({ key: read(`${name}_key`), cert: read(`${name}_cert`) });

const byProtocol = () => new Promise((resolve) => {
  const server = tls.createServer({
    ...identity('server'),
    ALPNCallback({ protocols }) {
      if (protocols[0] === 'other') this.setKeyCert(tls.createSecureContext(identity('common_name')));
      if (protocols[0] === 'options') this.setKeyCert(identity('wildcard'));
      return protocols[0];
    },
  }, (socket) => socket.end());
  server.listen(0, '127.0.0.1', async () => {
    for (const protocol of ['plain', 'other', 'options']) {
      await new Promise((done) => {
        const client = tls.connect({
          port: server.address().port, host: '127.0.0.1', ca: read('ca_cert'), ALPNProtocols: [protocol], checkServerIdentity() {},
        }, () => {
          const certificate = client.getPeerX509Certificate();
          console.log(protocol, client.alpnProtocol, client.getPeerCertificate().subjectaltname, certificate.issuerCertificate?.subject.split('\n').length);
        });
        client.on('close', done).resume();
      });
    }
    server.close(resolve);
  });
});

// TLS inside of TLS, over a relay that only sees the inner bytes.
const inside = () => new Promise((resolve) => {
  const inner = tls.createServer(identity('server'), (socket) => socket.end('from within'));
  const outer = tls.createServer(identity('server'), (socket) => {
    const relay = net.connect(inner.address().port, '127.0.0.1');
    let isFirst = true;
    socket.on('data', (data) => {
      if (isFirst) console.log('the relay sees a record of a handshake:', data[0] === 22);
      isFirst = false;
      relay.write(data);
    });
    relay.on('data', (data) => socket.write(data));
    relay.on('end', () => socket.end());
    relay.on('error', () => {});
    socket.on('end', () => relay.end());
  });
  inner.listen(0, '127.0.0.1', () => outer.listen(0, '127.0.0.1', () => {
    const options = { host: '127.0.0.1', ca: read('ca_cert'), servername: 'localhost' };
    const below = tls.connect({ ...options, port: outer.address().port });
    const above = tls.connect({ ...options, socket: below });
    let text = '';
    above.on('secureConnect', () => console.log('inner', above.authorized, 'outer', below.authorized));
    above.on('data', (data) => { text += data; });
    above.on('end', () => {
      console.log(text);
      above.destroy();
      below.destroy();
      inner.close();
      outer.close(resolve);
    });
  }));
});

byProtocol().then(inside);
