// The command line on a small project, with its own rules and fixes, and the API.
const { spawnSync } = require('node:child_process');
const { writeFileSync, readFileSync } = require('node:fs');
const path = require('node:path');

writeFileSync('package.json', '{"type":"module"}');
writeFileSync('eslint.config.js', `export default [{ files: ['**/*.js'], rules: { 'no-unused-vars': 'error', semi: ['error', 'always'], eqeqeq: 'warn', 'prefer-const': 'error' } }];`);
writeFileSync('a.js', 'let x = 1\nlet unused = 2;\nif (x == 1) console.log(x)\nexport const f = (a, b) => a;\n');
writeFileSync('b.js', 'export const broken = ;\n');
const bin = path.join(path.dirname(require.resolve('eslint/package.json')), 'bin/eslint.js');
const run = (...words) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...words], { encoding: 'utf8' });
  console.log('exit', status, stdout, stderr);
};
run('a.js', 'b.js');
run('--format', 'json', 'b.js');
run('--fix', 'a.js');
console.log(readFileSync('a.js', 'utf8'));
const { Linter } = require('eslint');
console.log(new Linter().verify('var a = b; debugger;', { rules: { 'no-undef': 2, 'no-debugger': 1, 'no-var': 2 } }).map(({ ruleId, line, column, message }) => `${line}:${column} ${ruleId} ${message}`));
