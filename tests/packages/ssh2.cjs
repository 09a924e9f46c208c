// A server and a client in one process: keys, authentication, a command, a shell and forwarding.
const { Client, Server, utils } = require('ssh2');

const host = utils.generateKeyPairSync('ed25519');
const user = utils.generateKeyPairSync('ecdsa', { bits: 256 });
const allowed = utils.parseKey(user.public);

const server = new Server({ hostKeys: [host.private] }, (connection) => {
  connection.on('authentication', (context) => {
    if (context.username !== 'user') return context.reject();
    if (context.method === 'password' && context.password === 'right') return context.accept();
    if (context.method === 'publickey' && context.key.algo === allowed.type && context.key.data.equals(allowed.getPublicSSH()) &&
      (!context.signature || allowed.verify(context.blob, context.signature, context.hashAlgo) === true)) return context.accept();
    context.reject(['password', 'publickey']);
  });
  connection.on('ready', () => {
    connection.on('session', (accept) => {
      const session = accept();
      session.on('exec', (accept, reject, info) => {
        const stream = accept();
        stream.write(`ran ${info.command}`);
        stream.stderr.write('beside');
        stream.exit(3);
        stream.end();
      });
      session.on('shell', (accept) => {
        const stream = accept();
        stream.on('data', (data) => stream.end(String(data).toUpperCase()));
      });
    });
    connection.on('tcpip', (accept, reject, info) => {
      const stream = accept();
      stream.end(`to ${info.destIP}:${info.destPort}`);
    });
  });
  connection.on('error', () => {});
});

const connect = (port, options) => new Promise((resolve, reject) => {
  const client = new Client();
  client.on('ready', () => resolve(client)).on('error', reject).connect({ host: '127.0.0.1', port, username: 'user', ...options });
});
const all = async (stream) => {
  let text = '';
  for await (const chunk of stream) text += chunk;
  return text;
};

server.listen(0, '127.0.0.1', async () => {
  const { port } = server.address();
  try {
    await connect(port, { password: 'wrong' });
  } catch (error) {
    console.log(error.level, error.message);
  }
  (await connect(port, { password: 'right', algorithms: { cipher: ['aes128-ctr'], hmac: ['hmac-sha2-256'], kex: ['diffie-hellman-group14-sha256'] } })).end();
  const client = await connect(port, { privateKey: user.private });
  client.exec('command', async (error, stream) => {
    const errors = all(stream.stderr);
    const exit = new Promise((resolve) => stream.on('exit', resolve));
    console.log(await all(stream), await errors, await exit);
    client.shell(false, (error, stream) => {
      stream.write('typed');
      all(stream).then((text) => {
        console.log(text);
        client.forwardOut('127.0.0.1', 1, 'somewhere', 80, async (error, stream) => {
          console.log(await all(stream));
          client.end();
          server.close(() => console.log('closed'));
        });
      });
    });
  });
});
