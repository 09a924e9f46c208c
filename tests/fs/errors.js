// Every error of a missing or wrong file names what Node names: code, number, system call, paths.
const fs = require('node:fs');
const show = (f) => {
  try {
    console.log(String(f), '=>', f());
  } catch (e) {
    console.log(String(f), '=>', e.name, e.code, '|', e.message, JSON.stringify(e));
  }
};
show(() => fs.readFileSync('/nope'));
show(() => fs.readFileSync('/tmp'));
show(() => fs.readFileSync({}));
show(() => fs.readFileSync('a\0b'));
show(() => fs.readFileSync('/nope', 'zz'));
show(() => fs.readFileSync('/nope', 5));
show(() => fs.readFile('/x'));
show(() => fs.readFile('/x', 'utf8'));
show(() => fs.writeFileSync('/nope/x', 'a'));
show(() => fs.writeFileSync('/nope/x', {}));
show(() => fs.writeFileSync('/tmp', 'x'));
show(() => fs.statSync('/nope'));
show(() => fs.statSync('/nope', { throwIfNoEntry: false }));
show(() => fs.lstatSync('/nope'));
show(() => fs.rmSync('/nope'));
show(() => fs.rmSync('/tmp'));
show(() => fs.rmSync('/nope', { force: true }));
show(() => fs.rmSync('/tmp/x', { force: 1 }));
show(() => fs.rmdirSync('/nope'));
show(() => fs.mkdirSync('/tmp'));
show(() => fs.mkdirSync('/nope/a/b'));
show(() => fs.mkdirSync('/tmp/x', { recursive: 5 }));
show(() => fs.renameSync('/nope', '/nope2'));
show(() => fs.openSync('/x', 'zz'));
show(() => fs.openSync('/nope'));
show(() => fs.closeSync(999));
show(() => fs.closeSync('a'));
show(() => fs.closeSync(-1));
show(() => fs.readSync(999, Buffer.alloc(1)));
show(() => fs.readSync(0, 5));
show(() => fs.fstatSync(999));
show(() => fs.fsyncSync(999));
show(() => fs.readdirSync('/nope'));
show(() => fs.accessSync('/nope'));
show(() => fs.existsSync());
show(() => fs.exists('/x'));
show(() => fs.copyFileSync('/nope', '/tmp/q'));
show(() => fs.mkdtempSync('/nope/x'));
show(() => fs.realpathSync('/nope/a'));
show(() => fs.realpathSync.native('/nope/a'));
show(() => fs.unlinkSync('/nope'));
show(() => fs.chmodSync('/x', 'zz'));
show(() => fs.symlinkSync('a', '/nope/b'));
show(() => fs.readlinkSync('/tmp'));
show(() => fs.linkSync('/nope', '/n2'));
show(() => fs.utimesSync('/nope', 1, 2));
show(() => fs.truncateSync('/nope'));
fs.readFile('/nope', (error) => {
  console.log(error.stack);
  fs.stat('/nope', (...args) => console.log(args));
});
