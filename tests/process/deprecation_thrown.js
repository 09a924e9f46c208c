// --throw-deprecation makes it an exception, in a tick.
// @flags --throw-deprecation
process.on('uncaughtException', (error) => console.log('caught', error.name, error.message, error.code));
process.emitWarning('old', 'DeprecationWarning', 'DEP_X');
console.log('script');
