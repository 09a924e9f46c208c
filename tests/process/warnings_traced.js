// --trace-warnings prints the stack.
// @flags --trace-warnings
function warn() {
  process.emitWarning('with a stack', 'TracedWarning');
}
warn();
