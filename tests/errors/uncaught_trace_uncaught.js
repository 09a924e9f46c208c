// --trace-uncaught adds where it was thrown, for values that are no errors too.
// @flags --trace-uncaught
// @exit 1
// @stderr ignore
throw { plain: true };
