// util.parseArgs: options, positionals, tokens, and every refusal.
'use strict';
const { parseArgs, inspect } = require('node:util');

const options = {
  verbose: { type: 'boolean', short: 'v' }, output: { type: 'string', short: 'o' }, include: { type: 'string', multiple: true, short: 'I' },
  level: { type: 'string', default: 'info' }, color: { type: 'boolean' }, flag: { type: 'boolean', short: 'f', multiple: true },
};
const lines = [
  '', '-v', '--verbose', '-vf', '-vfo out', '-voout', '--output out', '--output=out', '--output=', '-o=x', '--include a --include=b -I c -Id', '-fff', '--no-color',
  'a b', '-v a --output out b', '-- --output -v', '-o', '--output', '--output -v', '-o -v', '--verbose=1', '--unknown', '-u', '-vu', '-', '--output -',
  '--no-output', '--no-color=1', '--__proto__ x', '--output --', '-I', '--=x', '--level debug',
];
const settings = [{}, { allowPositionals: true }, { strict: false }, { allowNegative: true, tokens: true, allowPositionals: true },
                  { strict: false, tokens: true, allowNegative: true }];
for (const line of lines) {
  const args = line === '' ? [] : line.split(' ');
  for (const setting of settings) {
    try {
      console.log(line, inspect(parseArgs({ args, options, ...setting }), { depth: 4, breakLength: Infinity }));
    } catch (error) {
      console.log(line, error.name, error.code, error.message);
    }
  }
}
const wrong = [
  { args: 5 }, { options: 5 }, { options: { a: 5 } }, { options: { a: {} } }, { options: { a: { type: 'number' } } }, { options: { a: { type: 'string', short: 'ab' } } },
  { options: { a: { type: 'string', short: 5 } } }, { options: { a: { type: 'string', multiple: 5 } } }, { options: { a: { type: 'string', default: 5 } } },
  { options: { a: { type: 'boolean', default: 'x' } } }, { options: { a: { type: 'string', multiple: true, default: 'x' } } },
  { options: { a: { type: 'string', multiple: true, default: [1] } } }, { strict: 5 }, { allowPositionals: 5 }, { tokens: 5 }, { allowNegative: 5 },
];
for (const config of wrong) {
  try {
    parseArgs({ args: [], ...config });
    console.log('accepted', config);
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
console.log(parseArgs(), parseArgs({ args: [], options }));
