// Nothing of a script with a syntax error runs.
// @loop chrome firefox
// @exit 1
// @stderr exact
// @output
console.log('never');
let first second;
