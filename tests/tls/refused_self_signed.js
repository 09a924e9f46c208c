// A certificate that vouches for itself is refused unless it is the one that is trusted.
'use strict';
const { attempt, read } = require('./fixtures/attempt');

(async () => {
  await attempt('self-signed', { identity: 'self' });
  await attempt('trusted', { identity: 'self' }, { ca: read('self_cert') });
})();
