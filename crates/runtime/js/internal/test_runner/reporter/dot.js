// The reporter `dot`: one character for each test, and what failed.
'use strict';

const { ArrayPrototypePush, MathMax } = primordials;
const { colors, formatResult } = require('internal/test_runner/reporter/words');

const COLUMNS = 20;

function lineLength() {
  return MathMax(process.stdout.columns ?? COLUMNS, COLUMNS);
}

async function* dot(source) {
  let count = 0;
  let columns = lineLength();
  const failed = [];
  const paint = colors();
  for await (const { type, data } of source) {
    if (type === 'test:pass') yield `${paint.green}.${paint.reset}`;
    if (type === 'test:fail') {
      yield `${paint.red}X${paint.reset}`;
      ArrayPrototypePush(failed, data);
    }
    if ((type === 'test:pass' || type === 'test:fail') && ++count === columns) {
      yield '\n';
      // The terminal may have changed its size.
      columns = lineLength();
      count = 0;
    }
  }
  yield '\n';
  if (failed.length === 0) return;
  yield `\n${paint.red}Failed tests:${paint.white}\n\n`;
  for (let i = 0; i < failed.length; i++) yield formatResult('test:fail', failed[i]);
}

module.exports = { dot };
