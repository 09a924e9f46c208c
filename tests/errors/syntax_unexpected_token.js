// The file, the line and a caret, before anything runs.
// @exit 1
console.log('never printed');
const value = );
