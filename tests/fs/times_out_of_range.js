// Times that no file can have, and those that are left as they were.
const fs = require('fs');
const os = require('os');
const path = require('path');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'roundel-test-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
const file = path.join(folder, 'a');
fs.writeFileSync(file, '');
const fd = fs.openSync(file, 'r+');
const calls = {
  utimesSync: (time) => fs.utimesSync(file, time, time),
  lutimesSync: (time) => fs.lutimesSync(file, time, time),
  futimesSync: (time) => fs.futimesSync(fd, time, time),
};
const times = [1e20, 1e300, 2 ** 63, new Date(NaN), 2 ** 31, 12, '34', 0.5, Infinity, NaN, 'soon', {}, null, undefined, 2n];
for (const name in calls) {
  fs.utimesSync(file, 1000, 1000);
  for (const time of times) {
    try {
      calls[name](time);
      console.log(name, time, fs.statSync(file, { bigint: true }).mtimeNs);
    } catch (error) {
      console.log(name, time, error.name, error.code, error.message.replace(file, '<file>'));
    }
  }
}
fs.utimes(file, 1e20, 1, (error) => {
  console.log('utimes', error.code);
  fs.promises.utimes(file, 1, -1e300).catch((error) => console.log('promises', error.code));
});
