// process.exitCode is what the process ends with, and exit listeners may still change it.
// @exit 22
process.exitCode = 20;
process.on('beforeExit', (code) => console.log('beforeExit', code));
process.on('exit', (code) => {
  console.log('exit', code, process.exitCode);
  process.exitCode = 22;
});
