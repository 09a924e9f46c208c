// `require('console')`: the global console itself.

module.exports = require('internal/console/global');
