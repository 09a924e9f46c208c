// A thrown value that is no error.
// @exit 1
throw [1, [2, [3]]];
