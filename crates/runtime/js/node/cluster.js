// The public `cluster` module: in a worker its own half, elsewhere the primary's.
'use strict';

module.exports = require(process.env.NODE_UNIQUE_ID === undefined ? 'internal/cluster/primary' : 'internal/cluster/child');
