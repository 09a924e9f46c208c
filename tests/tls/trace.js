// What enableTrace and --trace-tls write to standard error: the messages of the handshake in their order, told apart from
// what the program itself writes there.
'use strict';
const { spawnSync } = require('child_process');
const fs = require('fs');
const tls = require('tls');

const read = (name) => fs.readFileSync(`${__dirname}/fixtures/${name}.pem`);

function connectOnce({ client: clientOptions = {}, server: serverOptions = {} }) {
  const options = { key: read('server_key'), cert: read('server_cert'), maxVersion: 'TLSv1.2', ...serverOptions };
  const server = tls.createServer(options, (socket) => socket.end('x'));
  server.listen(0, '127.0.0.1', () => {
    const client = tls.connect({ port: server.address().port, ca: read('ca_cert'), servername: 'localhost', ...clientOptions });
    client.resume().on('close', () => server.close());
  });
}

if (process.argv[2] !== undefined) {
  connectOnce(JSON.parse(process.argv[2]));
} else {
  const run = (flags, asked) => spawnSync(process.execPath, [...flags, __filename, JSON.stringify(asked)], { encoding: 'utf8' });
  const show = (name, asked) => {
    const { status, stderr } = run([], asked);
    console.log(name, status);
    let direction;
    const seen = [];
    for (const line of stderr.split('\n')) {
      const record = /^(Sent|Received) (?:TLS )?Record$/.exec(line.trim());
      if (record !== null) direction = record[1];
      const type = /Content Type = (\w+)/.exec(line);
      const message = /^\s+(\w+), Length=\d+/.exec(line);
      if (type !== null && type[1] !== 'Handshake') seen.push(`${direction} ${type[1]}`);
      if (message !== null) seen.push(`${direction} ${message[1]}`);
    }
    console.log(`  ${seen.join('\n  ')}`);
  };
  show('the client', { client: { enableTrace: true } });
  show('the server', { server: { enableTrace: true } });
  show('neither', {});
  // Both ends of one process at once, whose lines mix.
  const { stderr } = run(['--trace-tls'], {});
  console.log(/Warning: Enabling --trace-tls can expose sensitive data in the resulting log/.test(stderr));
  console.log(/Sent (TLS )?Record/.test(stderr), /Received (TLS )?Record/.test(stderr));
}
