// A thrown value that is no error.
// @exit 1
throw { code: 5, text: 'an object' };
