// --no-deprecation leaves out deprecations alone.
// @flags --no-deprecation
process.emitWarning('old', 'DeprecationWarning', 'DEP_X');
process.emitWarning('other', 'OtherWarning');
console.log(process.noDeprecation);
