// Read a file, remove it, make a folder of its name: each in the callback of the one before.
const fs = require('fs');
const os = require('os');
const path = require('path');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chain-'));
const name = path.join(folder, 'note');
fs.writeFileSync(name, 'text');
fs.readFile(name, 'utf8', (read_error, data) => {
  if (read_error) throw read_error;
  console.log('read', data);
  fs.unlink(name, (unlink_error) => {
    if (unlink_error) throw unlink_error;
    console.log('removed');
    fs.mkdir(name, (mkdir_error) => {
      if (mkdir_error) throw mkdir_error;
      console.log('made a folder');
      fs.rmdirSync(name);
      fs.rmdirSync(folder);
    });
  });
});
console.log('end of script');
