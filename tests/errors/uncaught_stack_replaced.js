// The stack is whatever text the program made of it.
// @exit 1
const error = new Error('message');
error.stack = 'a stack of my own\n    at nowhere';
throw error;
