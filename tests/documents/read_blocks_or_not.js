// A synchronous read is done when it returns; the asynchronous one is not, and calls back when the script has ended.
const fs = require('fs');
const text = fs.readFileSync(__filename, 'utf8');
console.log('sync: read', text.length > 0);
let done = false;
fs.readFile(__filename, 'utf8', (error, data) => {
  if (error) throw error;
  done = true;
  console.log('async: read', data === text);
});
console.log('async: read', done);
