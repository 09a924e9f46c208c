// The old name of a part of `http`, which packages still ask for.
'use strict';

const agents = require('internal/http/agent');

module.exports = {
  Agent: agents.Agent,
  get globalAgent() { return agents.globalAgent; },
};
