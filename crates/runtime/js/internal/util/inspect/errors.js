// Errors: the stack, improved where it lies about the error's name, with cause and aggregated errors as entries.

function errorBase(ctx, error, name, tag, keys) {
  require('internal/errors/stack').normalizeStack(error);
  return error.stack;
}
module.exports = { errorBase };
