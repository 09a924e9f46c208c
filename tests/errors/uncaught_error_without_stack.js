// @exit 1
// @stderr ignore
const error = new Error('stack removed');
delete error.stack;
error.stack = undefined;
throw error;
