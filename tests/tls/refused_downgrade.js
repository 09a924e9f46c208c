// A peer that speaks only an older version than what is asked for is refused, by either side.
'use strict';
const { attempt } = require('./fixtures/attempt');

(async () => {
  await attempt('newest', {}, {});
  await attempt('old server', { maxVersion: 'TLSv1.2' }, { minVersion: 'TLSv1.3' });
  await attempt('old client', { minVersion: 'TLSv1.3' }, { maxVersion: 'TLSv1.2' });
  await attempt('older than the default', { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }, {});
})();
