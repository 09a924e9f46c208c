// A certificate whose time has not come is refused.
'use strict';
const { attempt } = require('./fixtures/attempt');

attempt('from the future', { identity: 'future' });
