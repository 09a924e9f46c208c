// What `net` does unless a call says otherwise; programs may change it.
'use strict';

module.exports = { autoSelectFamily: true, attemptTimeoutMs: 250 };
