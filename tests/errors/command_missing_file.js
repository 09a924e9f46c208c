// A file that is not there: Node's error, code 1.
const { run } = require('./fixtures/run.js');
for (const name of ['no_such_file.js', './no/such/file.mjs', 'no_such_file', 'no_such.ts']) {
  const { status, signal, stdout, errors } = run([name]);
  console.log(name, status, signal, JSON.stringify(stdout));
  console.log(errors.join('\n'));
}
