// A buffer that is detached while an operation runs on it: the callback comes all the same, with the count.
const fs = require('fs');
const os = require('os');
const path = require('path');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'roundel-test-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));
const file = path.join(folder, 'a');
fs.writeFileSync(file, '0123456789abcdef');
const fd = fs.openSync(file, 'r+');
const detached = (size) => {
  const view = new Uint8Array(new ArrayBuffer(size)).fill(46);
  process.nextTick(() => structuredClone(view.buffer, { transfer: [view.buffer] }));
  return view;
};
const steps = [
  (done) => {
    const kept = Buffer.alloc(4);
    fs.readv(fd, [detached(6), kept], 0, (error, count, views) => {
      console.log('readv', error, count, views.length, views[0].byteLength, `${kept}`);
      done();
    });
  },
  (done) => fs.read(fd, detached(5), 0, 5, 0, (error, count, view) => {
    console.log('read', error, count, view.byteLength);
    done();
  }),
  (done) => fs.writev(fd, [detached(3), detached(2)], 0, (error, count) => {
    console.log('writev', error, count, fs.readFileSync(file, 'latin1'));
    done();
  }),
  (done) => fs.write(fd, detached(7), 0, 7, 0, (error, count) => {
    console.log('write', error, count, fs.readFileSync(file, 'latin1'));
    done();
  }),
  (done) => fs.writeFile(file, detached(9), (error) => {
    console.log('writeFile', error, fs.readFileSync(file, 'latin1'));
    done();
  }),
];
(function next() {
  const step = steps.shift();
  if (step) step(next);
  else fs.closeSync(fd);
})();
