// Document 003, samples 1 and 2: a synchronous read is done when it returns; the asynchronous one
// is not, and its callback comes when the script has ended.
const fs = require('node:fs');
const text = fs.readFileSync(__filename, 'utf8');
console.log('sync read done:', text.length > 0);
let done = false;
fs.readFile(__filename, 'utf8', (error, data) => {
  if (error) throw error;
  done = true;
  console.log('async read done, same text:', data === text);
});
console.log('async read done:', done);
