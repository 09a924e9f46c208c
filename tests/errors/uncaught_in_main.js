// File, line, caret and stack of an error thrown in a function.
// @exit 1
function inner(value) {
  throw new TypeError(`bad value: ${value}`);
}
function outer() {
  inner(42);
}
outer();
