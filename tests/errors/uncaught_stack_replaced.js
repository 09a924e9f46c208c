// The stack is whatever text the program made of it.
// @exit 1
// @stderr ignore
const error = new Error('message');
error.stack = 'a stack of my own\n    at nowhere';
throw error;
