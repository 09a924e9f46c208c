// What is written can be read back, by path and by descriptor, as text and as bytes.
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const root = fs.mkdtempSync(path.join(os.tmpdir(), 'roundel-files-'));
const at = (...names) => path.join(root, ...names);
const shown = (value) => (typeof value === 'string' ? value.replaceAll(root, 'ROOT') : value);

fs.writeFileSync(at('f'), 'h\u00e9llo');
fs.appendFileSync(at('f'), Buffer.from('!'));
console.log(fs.readFileSync(at('f'), 'utf8'), fs.readFileSync(at('f')), fs.readFileSync(at('f'), 'hex'));

const fd = fs.openSync(at('f'), 'r+');
const buffer = Buffer.alloc(10);
console.log(fs.readSync(fd, buffer, 2, 4, 1), buffer);
console.log(fs.writeSync(fd, 'ZZ', 0), fs.writeSync(fd, Buffer.from('abc'), 1, 1, 3), fs.fstatSync(fd).size);
fs.closeSync(fd);
console.log(fs.readFileSync(at('f'), 'latin1'));

console.log(shown(fs.mkdirSync(at('a/b/c'), { recursive: true })), fs.mkdirSync(at('a/b/c'), { recursive: true }));
fs.copyFileSync(at('f'), at('a/copy'));
fs.symlinkSync('copy', at('a/link'));
console.log(fs.readlinkSync(at('a/link')), fs.lstatSync(at('a/link')).isSymbolicLink(), fs.statSync(at('a/link')).isFile());
console.log(fs.readdirSync(root), fs.readdirSync(root, { recursive: true }), fs.readdirSync(root, 'buffer'));
console.log(fs.readdirSync(root, { withFileTypes: true }).map((entry) => [entry.name, entry.isDirectory(), entry.isFile()]));
fs.renameSync(at('a/copy'), at('a/renamed'));
fs.chmodSync(at('a/renamed'), 0o600);
fs.utimesSync(at('a/renamed'), 1, 2.5);
const stats = fs.statSync(at('a/renamed'));
console.log((stats.mode & 0o777).toString(8), stats.mtimeMs, stats.mtime, stats.size, stats instanceof fs.Stats);
console.log(typeof fs.statSync(at('f'), { bigint: true }).size, fs.statSync(at('a/renamed'), { bigint: true }).mtimeNs);
fs.truncateSync(at('a/renamed'), 2);
console.log(fs.readFileSync(at('a/renamed'), 'utf8'), fs.existsSync(at('nothing')));
fs.unlinkSync(at('a/link'));
fs.rmSync(root, { recursive: true });
console.log(fs.existsSync(root));
