// A service over HTTP/2: calls of all four kinds, metadata, errors and deadlines.
import grpc from '@grpc/grpc-js';

const text = { requestSerialize: (value) => Buffer.from(JSON.stringify(value)), requestDeserialize: (bytes) => JSON.parse(bytes), responseSerialize: (value) => Buffer.from(JSON.stringify(value)), responseDeserialize: (bytes) => JSON.parse(bytes) };
const method = (name, requestStream, responseStream) => ({ path: `/Words/${name}`, requestStream, responseStream, ...text });
const service = { upper: method('upper', false, false), count: method('count', true, false), letters: method('letters', false, true), echo: method('echo', true, true), slow: method('slow', false, false) };

const server = new grpc.Server();
server.addService(service, {
  upper(call, callback) {
    if (call.request === 'fail') {
      callback({ code: grpc.status.INVALID_ARGUMENT, details: 'not that' });
      return;
    }
    const trailer = new grpc.Metadata();
    trailer.set('seen', String(call.metadata.get('given')));
    callback(null, call.request.toUpperCase(), trailer);
  },
  count(call, callback) {
    let count = 0;
    call.on('data', () => count++);
    call.on('end', () => callback(null, count));
  },
  letters(call) {
    for (const letter of call.request) call.write(letter);
    call.end();
  },
  echo(call) {
    call.on('data', (value) => call.write(value));
    call.on('end', () => call.end());
  },
  slow() {},
});
const port = await new Promise((resolve, reject) => {
  server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, port) => (error ? reject(error) : resolve(port)));
});
const Client = grpc.makeClientConstructor(service, 'Words');
const client = new Client(`127.0.0.1:${port}`, grpc.credentials.createInsecure());

const metadata = new grpc.Metadata();
metadata.set('given', 'yes');
await new Promise((resolve) => {
  const call = client.upper('hello', metadata, (error, value) => console.log('upper', error, value));
  call.on('status', ({ code, metadata }) => {
    console.log('status', code, metadata.get('seen'));
    resolve();
  });
});
await new Promise((resolve) => client.upper('fail', (error) => { console.log(error.code, error.details); resolve(); }));
await new Promise((resolve) => {
  const call = client.count((error, value) => { console.log('count', error, value); resolve(); });
  for (let i = 0; i < 1000; i++) call.write('x'.repeat(100));
  call.end();
});
const letters = [];
for await (const letter of client.letters('stream')) letters.push(letter);
console.log(letters.join(' '));
const echo = client.echo();
const heard = [];
for (const value of [1, { two: 2 }, 'x'.repeat(100_000)]) echo.write(value);
echo.end();
for await (const value of echo) heard.push(typeof value === 'string' ? value.length : value);
console.log(heard);
await new Promise((resolve) => client.slow('x', { deadline: Date.now() + 50 }, (error) => { console.log(error.code === grpc.status.DEADLINE_EXCEEDED); resolve(); }));
const missing = new (grpc.makeClientConstructor({ none: method('none', false, false) }, 'Words'))(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
await new Promise((resolve) => missing.none('x', (error) => { console.log(error.code, error.details); resolve(); }));
missing.close();
client.close();
server.forceShutdown();
