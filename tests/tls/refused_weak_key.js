// A key that can be broken is refused: a server can not use it, and a client does not accept it from one that does.
'use strict';
const tls = require('tls');
const { attempt, read } = require('./fixtures/attempt');

try {
  tls.createSecureContext({ key: read('weak_key'), cert: read('weak_cert') });
} catch (error) {
  console.log(error.code, error.reason);
}
(async () => {
  await attempt('weak key', { identity: 'weak', ciphers: 'DEFAULT@SECLEVEL=0' });
  await attempt('weak group', {
    ciphers: 'DEFAULT@SECLEVEL=0', identity: 'weak', maxVersion: 'TLSv1.2',
  }, { ciphers: 'DEFAULT@SECLEVEL=2' });
})();
