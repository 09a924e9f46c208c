// The classes behind error codes: their place in the prototype chain, what an error owns, and one code over several bases.
function look(action) {
  try {
    action();
  } catch (error) {
    const base = Object.getPrototypeOf(Object.getPrototypeOf(error));
    console.log(error.name, error.code, error.constructor.name, base === error.constructor.prototype);
    console.log(Object.keys(error), JSON.stringify(Object.getOwnPropertyDescriptor(error, 'code')), String(error));
    console.log(error.stack.split('\n')[0], Object.prototype.toString.call(error));
    return error;
  }
}
const { EventEmitter } = require('events');
const first = look(() => Buffer.from(1));
const second = look(() => Buffer.from(2));
console.log(first !== second, Object.getPrototypeOf(first) === Object.getPrototypeOf(second), first.code === second.code);
look(() => new ReadableStream({}, { highWaterMark: -1 }));
look(() => new EventEmitter().emit('error', 1));
look(() => require('fs').readFileSync('x', 'nothing'));
const reader = new ReadableStream().getReader();
look(() => { reader.releaseLock(); reader.releaseLock(); ReadableStream.prototype.getReader.call({}); });
