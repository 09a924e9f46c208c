// A name with a NUL in it is not the name before the NUL.
'use strict';
const { attempt } = require('./fixtures/attempt');

(async () => {
  await attempt('before the NUL', { identity: 'nul' }, { servername: 'localhost' });
  await attempt('after the NUL', { identity: 'nul' }, { servername: 'example.org' });
})();
