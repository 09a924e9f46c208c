// A thrown value that is no error.
// @exit 1
throw 'just a string';
