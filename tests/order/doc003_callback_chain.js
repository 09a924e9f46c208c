// Document 003, sample on callbacks: read, remove, make a folder of that name, each in the callback
// of the one before.
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'order-'));
const file = path.join(folder, 'file.md');
fs.writeFileSync(file, 'text');
fs.readFile(file, 'utf8', (read_error, data) => {
  if (read_error) throw read_error;
  console.log('read', data);
  fs.unlink(file, (unlink_error) => {
    if (unlink_error) throw unlink_error;
    console.log('removed');
    fs.mkdir(file, (mkdir_error) => {
      if (mkdir_error) throw mkdir_error;
      console.log('made a folder');
      fs.rmSync(folder, { recursive: true });
    });
  });
});
console.log('started');
