// A thrown value that is no error. Where it was thrown is not known to every engine.
// @stderr ignore
// @exit 1
throw Symbol('a symbol');
