// `require('util')`.

const { inspect } = require('internal/util/inspect');

module.exports = {
  inspect,
  get types() { return require('util/types'); },
};
