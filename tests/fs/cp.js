// cp in its three forms: files, folders, links, filters and what is refused.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const net = require('net');
const { execFileSync } = require('child_process');

const root = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'cp-'));
const at = (...names) => path.join(root, ...names);
const short = (text) => String(text).replaceAll(root, '<root>');

function tree(folder, inside = '') {
  return fs.readdirSync(path.join(folder, inside), { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(inside, entry.name);
    const full = path.join(folder, name);
    if (entry.isSymbolicLink()) return `${name} -> ${short(fs.readlinkSync(full))}`;
    return entry.isDirectory() ? [`${name}/`, ...tree(folder, name)] : `${name}: ${entry.isFile() ? fs.readFileSync(full) : ''}`;
  });
}

function make() {
  fs.rmSync(at(), { recursive: true, force: true });
  fs.mkdirSync(at('src/deep/deeper'), { recursive: true });
  fs.writeFileSync(at('src/a'), 'a');
  fs.writeFileSync(at('src/deep/b'), 'b');
  fs.writeFileSync(at('src/deep/deeper/c'), 'c', { mode: 0o600 });
  fs.symlinkSync('a', at('src/link'));
  fs.symlinkSync('deep', at('src/folder'));
  fs.writeFileSync(at('one'), 'one');
}

const forms = {
  sync: (src, dest, options) => { fs.cpSync(src, dest, options); },
  promise: (src, dest, options) => fs.promises.cp(src, dest, options),
  callback: (src, dest, options) => new Promise((resolve, reject) => {
    fs.cp(src, dest, options, (error, ...rest) => (error ? reject(error) : resolve(rest)));
  }),
};

const cases = {
  'a file': () => [at('one'), at('two')],
  'into folders that are not there': () => [at('one'), at('x/y/two')],
  'a folder without recursive': () => [at('src'), at('dest')],
  'a folder': () => [at('src'), at('dest'), { recursive: true }],
  'links as they are': () => [at('src'), at('dest'), { recursive: true, verbatimSymlinks: true }],
  'what links lead to': () => [at('src'), at('dest'), { recursive: true, dereference: true }],
  'a filter': () => [at('src'), at('dest'), { recursive: true, filter: (src) => !src.endsWith('deeper') && !src.endsWith('link') }],
  'over a file': () => (fs.writeFileSync(at('two'), '2'), [at('one'), at('two')]),
  'not over a file': () => (fs.writeFileSync(at('two'), '2'), [at('one'), at('two'), { force: false }]),
  'never over a file': () => (fs.writeFileSync(at('two'), '2'), [at('one'), at('two'), { force: false, errorOnExist: true }]),
  'exclusively': () => [at('one'), at('three'), { mode: fs.constants.COPYFILE_EXCL }],
  'itself': () => [at('one'), at('one')],
  'into itself': () => [at('src'), at('src/deep/copy'), { recursive: true }],
  'into itself by a link': () => [at('src'), at('src/folder/copy'), { recursive: true }],
  'a folder over a file': () => [at('src'), at('one'), { recursive: true }],
  'a file over a folder': () => [at('one'), at('src')],
  'nothing': () => [at('nothing'), at('dest')],
  'a pipe': () => (execFileSync('mkfifo', [at('fifo')]), [at('fifo'), at('dest')]),
  'twice': () => (fs.cpSync(at('src'), at('dest'), { recursive: true }), [at('src'), at('dest'), { recursive: true }]),
  'times': () => (fs.utimesSync(at('one'), 1000, 2000), [at('one'), at('two'), { preserveTimestamps: true }]),
  'both ways with links': () => [at('src'), at('dest'), { dereference: true, verbatimSymlinks: true }],
};

(async () => {
  for (const name in cases) {
    for (const form in forms) {
      make();
      const args = cases[name]();
      try {
        const result = await forms[form](...args);
        const shown = fs.existsSync(at('dest')) ? tree(at('dest')) : tree(at()).filter((line) => !line.startsWith('src'));
        console.log(name, form, result, shown);
        if (name === 'times') console.log(fs.statSync(at('two')).mtimeMs);
      } catch (error) {
        console.log(name, form, error.name, error.code, error.errno, error.syscall, short(error.path), short(error.message));
      }
    }
  }
  make();
  for (const options of [1, { recursive: 1 }, { filter: 1 }, { mode: -1 }, { mode: 'x' }, { dereference: 'x' }]) {
    try {
      fs.cpSync(at('one'), at('two'), options);
    } catch (error) {
      console.log(error.name, error.code, error.message);
    }
  }
  try {
    fs.cpSync(at('one'), at('two'), { filter: async () => true });
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
  await fs.promises.cp(at('src'), at('later'), { recursive: true, filter: async (src) => !src.endsWith('a') });
  console.log(tree(at('later')));
  console.log((fs.statSync(at('later/deep/deeper/c')).mode & 0o777).toString(8));
  const server = net.createServer().listen(at('socket'), () => {
    try {
      fs.cpSync(at('socket'), at('dest'));
    } catch (error) {
      console.log(error.code, short(error.message));
    }
    server.close();
    fs.rmSync(at(), { recursive: true });
  });
})();
