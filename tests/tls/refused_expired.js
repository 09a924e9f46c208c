// A certificate whose time is over is refused.
'use strict';
const { attempt } = require('./fixtures/attempt');

attempt('expired', { identity: 'expired' });
