// Errors made while no frames are taken still have their first line as a stack.
const limit = Error.stackTraceLimit;
Error.stackTraceLimit = 0;
const made = new TypeError('made');
class Own extends Error {
  get name() { return 'Own'; }
}
const own = new Own('own');
const captured = {};
Error.captureStackTrace(captured);
let thrown;
try { null.property; } catch (error) { thrown = error; }
Error.stackTraceLimit = limit;

console.log(made.stack);
console.log(Object.getOwnPropertyDescriptor(made, 'stack').enumerable, 'stack' in made);
console.log(made, String(made));
console.log(own.stack);
console.log(captured.stack);
console.log(thrown.stack.startsWith('TypeError: '), thrown.stack.includes('\n'));
const { stack } = new Own('later');
console.log(stack.split('\n')[0]);
made.stack = undefined;
console.log(made.stack);
