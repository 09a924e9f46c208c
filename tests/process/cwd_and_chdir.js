// cwd and chdir, and the errors of chdir.
const path = require('node:path');
const start = process.cwd();
process.chdir('..');
console.log(path.relative(start, process.cwd()));
process.chdir(start);
console.log(process.cwd() === start);
for (const wrong of ['./no/such/folder', __filename]) {
  try {
    process.chdir(wrong);
  } catch (error) {
    console.log(error.code, error.syscall, error.errno, path.basename(error.dest), error.message.split(',')[0]);
  }
}
try {
  process.chdir(5);
} catch (error) {
  console.log(error.code, error.message);
}
