// @exit 1
const error = new Error('stack removed');
delete error.stack;
error.stack = undefined;
throw error;
