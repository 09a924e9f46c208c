// Errors with a stack of their own making: names, causes, aggregates, properties, odd values.
'use strict';
const { inspect } = require('node:util');

const frames = '\n    at work (/app/work.js:1:2)\n    at main (/app/main.js:3:4)\n    at Object.run (/app/run.js:5:6)' +
  '\n    at node:internal/process/task_queues:105:5\n    at /app/node_modules/dep/index.js:7:8';
function made(error, head = `${error.name}${error.message ? `: ${error.message}` : ''}`) {
  Object.defineProperty(error, 'stack', { value: head + frames, writable: true, configurable: true, enumerable: false });
  return error;
}
function withStack(stack, error = new Error('message')) {
  Object.defineProperty(error, 'stack', { value: stack, writable: true, configurable: true, enumerable: false });
  return error;
}
class Custom extends Error {}
class CustomError extends TypeError {}
class Renamed extends Error { get name() { return 'Other'; } }
class Coded extends Error { constructor(message) { super(message); this.code = 'E_CODED'; this.name = 'CodedName'; } }
class Tagged extends Error { get [Symbol.toStringTag]() { return 'Tag'; } }

const errors = {
  plain: made(new Error('message')),
  empty: made(new Error()),
  lines: made(new RangeError('first\nsecond')),
  frameInMessage: made(new Error('x\n    at fake (y:1:1)')),
  custom: made(new Custom('message')),
  customError: made(new CustomError('message')),
  renamed: made(new Renamed('message')),
  coded: made(new Coded('message')),
  tagged: made(new Tagged('message')),
  anonymous: made(new (class extends Error {})('message')),
  properties: made(Object.assign(new Error('message'), { code: 'ENOENT', errno: -2, nested: { a: { b: {} } } })),
  cause: made(new Error('outer', { cause: made(new TypeError('inner')) })),
  causes: made(new Error('a', { cause: made(new Error('b', { cause: made(new Error('c')) })) })),
  causeString: made(new Error('outer', { cause: 'text' })),
  causeUndefined: made(new Error('outer', { cause: undefined })),
  causeObject: made(new Error('outer', { cause: { deep: { er: {} } } })),
  aggregate: made(new AggregateError([made(new Error('one')), 'two'], 'several')),
  errorsProperty: made(Object.assign(new Error('message'), { errors: [1, 2] })),
  nameChanged: made(Object.assign(new Error('message'), { name: 'Changed' }), 'Error: message'),
  nodeStyle: withStack(`TypeError [ERR_X]: message${frames}`, Object.assign(new TypeError('message'), { code: 'ERR_X' })),
  noFrames: withStack('Error: message'),
  otherText: withStack('anything at all'),
  emptyStack: withStack(''),
  undefinedStack: withStack(undefined),
  numberStack: withStack(5),
  objectStack: withStack({ a: 1, b: { c: 2 } }),
  nullPrototype: Object.setPrototypeOf(made(new TypeError('message')), null),
  fakeError: Object.create(Error.prototype),
  fakeWithMessage: Object.assign(Object.create(RangeError.prototype), { message: 'not real' }),
  throwingName: Object.defineProperty(made(new Error('message')), 'name', { get() { throw new Error('no'); } }),
  throwingMessage: Object.defineProperty(made(new Error('message')), 'message', { get() { throw new Error('no'); } }),
  throwingCause: Object.defineProperty(made(new Error('message')), 'cause', { get() { throw new Error('no'); } }),
  throwingStack: Object.defineProperty(new Error('message'), 'stack', { get() { throw new Error('no'); } }),
  frozen: Object.freeze(made(new Error('message'))),
};
for (const [name, error] of Object.entries(errors)) {
  console.log(name, error);
  console.log({ error });
  console.log(new Map([[1, [error]]]));
  for (const options of [{ depth: 0 }, { depth: -1 }, { compact: true }, { compact: false }, { colors: true }, { breakLength: 20 }]) {
    console.log(inspect(error, options));
  }
}
