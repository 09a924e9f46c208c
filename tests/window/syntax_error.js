// Nothing of a script with a syntax error runs.
// @loop chrome firefox
// @exit 1
// @output
console.log('never');
let first second;
