// The public `cluster` module: in a worker its own half, elsewhere the primary's.
'use strict';

const { ObjectHasOwn } = primordials;

module.exports = require(ObjectHasOwn(process.env, 'NODE_UNIQUE_ID') ? 'internal/cluster/child' : 'internal/cluster/primary');
