// Pings, settings, states, goodbyes of a session.
'use strict';
const http2 = require('http2');

const server = http2.createServer({ settings: { maxConcurrentStreams: 7 } });
server.on('session', (session) => {
  session.on('ping', (payload) => console.log('server was pinged', payload.toString()));
  session.on('remoteSettings', (settings) => console.log('server heard', settings.initialWindowSize));
  session.on('goaway', (code, last, data) => console.log('server: goaway', code, last, data && data.toString()));
  session.on('close', () => console.log('server session closed', session.destroyed, session.closed));
});
server.on('stream', (stream) => {
  console.log('state', Object.keys(stream.state), stream.state.weight, stream.state.localClose);
  stream.respond();
  stream.end('x');
});
server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`, { settings: { initialWindowSize: 1000 } });
  console.log(client.connecting, client.destroyed, client.closed, client.state, client.localSettings);
  client.on('connect', () => {
    console.log('connected', client.connecting, client.pendingSettingsAck, client.encrypted, client.originSet);
    console.log(client.localSettings.initialWindowSize, client.remoteSettings.maxConcurrentStreams);
  });
  client.on('remoteSettings', (settings) => console.log('client heard', settings.maxConcurrentStreams));
  client.once('localSettings', (settings) => {
    console.log('acknowledged', settings.initialWindowSize, client.pendingSettingsAck);
    client.settings({ initialWindowSize: 2000 }, (error, changed, took) => {
      console.log('changed', error, changed.initialWindowSize, typeof took);
      console.log(client.ping(Buffer.from('12345678'), (failed, duration, payload) => {
        console.log('pinged', failed, typeof duration, payload.toString());
        const { state } = client;
        console.log(Object.keys(state), state.nextStreamID, state.localWindowSize);
        client.setLocalWindowSize(2 ** 20);
        console.log(client.state.localWindowSize, client.state.effectiveLocalWindowSize);
        const request = client.request();
        request.on('response', () => console.log('response'));
        request.resume();
        request.on('close', () => {
          client.goaway(0, 0, Buffer.from('bye'));
          client.close(() => console.log('closed', client.destroyed, client.closed));
          server.close();
        });
      }));
    });
  });
});
