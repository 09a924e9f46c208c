// The same chain by promises.
const fs = require('fs');
const os = require('os');
const path = require('path');
const { promisify } = require('util');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chain-'));
const name = path.join(folder, 'note');
fs.writeFileSync(name, 'text');
promisify(fs.readFile)(name, 'utf8')
  .then((data) => {
    console.log('read', data);
    return promisify(fs.unlink)(name);
  })
  .then(() => {
    console.log('removed');
    return promisify(fs.mkdir)(name);
  })
  .then(() => {
    console.log('made a folder');
    fs.rmdirSync(name);
    fs.rmdirSync(folder);
  });
console.log('end of script');
