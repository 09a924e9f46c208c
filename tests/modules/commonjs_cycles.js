// In a cycle a module sees what the other has exported so far.
const a = require('./fixtures/cycle/a.js');
const b = require('./fixtures/cycle/b.js');
console.log(a, b);
