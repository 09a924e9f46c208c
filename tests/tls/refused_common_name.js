// The common name does not count beside a list of names.
'use strict';
const { attempt } = require('./fixtures/attempt');

(async () => {
  await attempt('common name', { identity: 'common_name' }, { servername: 'localhost' });
  await attempt('listed name', { identity: 'common_name' }, { servername: 'other.example.org' });
})();
