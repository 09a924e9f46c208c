// A certificate of another host is refused, whatever else is right about it.
'use strict';
const { attempt } = require('./fixtures/attempt');

(async () => {
  await attempt('right name', {}, {});
  await attempt('wrong name', {}, { servername: 'localhost.example.com' });
  await attempt('longer name', {}, { servername: 'localhost.localhost' });
  await attempt('address that is not listed', {}, { servername: undefined, host: '127.0.0.1', checkServerIdentity: (host, certificate) => require('tls').checkServerIdentity('127.0.0.2', certificate) });
})();
