// A failing read reports in its callback, never synchronously.
const fs = require('node:fs');
fs.readFile('./no/such/file', (error, data) => {
  console.log(error.code, error.syscall, error.path, error.errno, data);
});
console.log('no error here');
