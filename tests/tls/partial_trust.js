// A certificate that is trusted itself counts as the end of a chain where allowPartialTrustChain says so.
'use strict';
const { attempt, read } = require('./fixtures/attempt');

(async () => {
  const ca = read('server_cert');
  await attempt('whole chains alone', {}, { ca });
  await attempt('a part', {}, { ca, allowPartialTrustChain: true });
  await attempt('a part of another', {}, { ca: read('other_cert'), allowPartialTrustChain: true });
})();
