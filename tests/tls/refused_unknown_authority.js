// A certificate of an authority that nobody here knows is refused; so is one that is sent along to vouch for it.
'use strict';
const { attempt, read } = require('./fixtures/attempt');

(async () => {
  await attempt('no authority', {}, { ca: [] });
  await attempt('the default ones', {}, { ca: undefined });
  await attempt('another', {}, { ca: read('self_cert') });
  await attempt('sent along', { cert: Buffer.concat([read('server_cert'), read('ca_cert')]) }, { ca: read('self_cert') });
})();
