// Properties named `line` and `column` that a program gives an error stay, and others have none.
'use strict';

const show = (error) => {
  const { length } = error.stack;
  console.log(length > 0, error.line, error.column, Object.keys(error), 'sourceURL' in error);
};
const attempt = (work) => {
  try {
    work();
  } catch (error) {
    show(error);
  }
};

// As the parsers of linters do.
attempt(() => {
  const error = new SyntaxError('unexpected token');
  error.index = 7;
  error.column = 23;
  throw error;
});
class Located extends Error {
  constructor(message) {
    super(message);
    this.line = 5;
    this.column = 6;
  }
}
show(new Located('x'));
console.log(new Located('y').line, new Located('y').column);
const captured = new Error('captured');
captured.line = 99;
Error.captureStackTrace(captured);
show(captured);

show(new Error('plain'));
attempt(() => null.x);
attempt(() => [].reduce());
attempt(() => [1].map(() => { throw new RangeError('inside'); }));
attempt(() => JSON.parse('{'));
attempt(() => eval('a b'));
attempt(() => new Function('a b'));
