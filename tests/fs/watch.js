// Watching a folder, a tree and a file: what is told, in which order, and how it ends.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');

const root = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'watch-'));
const at = (...names) => path.join(root, ...names);
const short = (text) => String(text).replaceAll(root, '<root>');
const settled = () => new Promise((resolve) => setTimeout(resolve, 80));

async function steps(name, recursive) {
  fs.mkdirSync(at('sub/deep'), { recursive: true });
  fs.writeFileSync(at('old'), 'x');
  fs.writeFileSync(at('sub/old'), 'x');
  let told = [];
  const watcher = fs.watch(root, { recursive }, (event, file) => told.push(`${event} ${file}`));
  watcher.on('close', () => console.log(name, 'close'));
  const step = async (title, action) => {
    told = [];
    action();
    await settled();
    console.log(name, title, told);
  };
  await settled();
  await step('create', () => fs.writeFileSync(at('a'), 'hello'));
  await step('modify', () => fs.appendFileSync(at('old'), 'y'));
  await step('mode', () => fs.chmodSync(at('old'), 0o600));
  await step('rename', () => fs.renameSync(at('a'), at('b')));
  await step('modify below', () => fs.appendFileSync(at('sub/old'), 'y'));
  await step('create below', () => fs.writeFileSync(at('sub/deep/n'), 'y'));
  await step('new folder', () => fs.mkdirSync(at('new')));
  await step('in the new folder', () => fs.writeFileSync(at('new/f'), ''));
  await step('unlink', () => fs.unlinkSync(at('b')));
  await step('remove a file below', () => fs.unlinkSync(at('sub/deep/n')));
  await step('remove the new folder', () => fs.rmSync(at('new'), { recursive: true }));
  watcher.close();
  watcher.close();
  await step('after close', () => fs.writeFileSync(at('z'), ''));
  fs.unlinkSync(at('z'));
}

function attempt(...args) {
  try {
    fs.watch(...args).close();
    console.log('no error');
  } catch (error) {
    console.log(error.name, error.code, error.message, error.errno, error.syscall, error.path, error.filename);
  }
}

(async () => {
  await steps('folder', false);
  await steps('tree', true);

  fs.writeFileSync(at('file'), 'x');
  const told = [];
  const one = fs.watch(at('file'), { encoding: 'buffer' }, (event, name) => told.push(event, name));
  await settled();
  fs.appendFileSync(at('file'), 'y');
  await settled();
  fs.unlinkSync(at('file'));
  await settled();
  one.close();
  console.log(told);

  attempt('/no such file');
  attempt('/no such file', { recursive: true });
  attempt('/no such file', { throwIfNoEntry: false });
  attempt(1);
  attempt(root, { encoding: 'nonsense' });
  attempt(root, { recursive: 1 });
  attempt(root, { ignore: 1 });
  attempt(root, { ignore: '' });
  attempt(root, { signal: 1 });
  attempt(root, {}, 1);

  const controller = new AbortController();
  fs.watch(root, { signal: controller.signal }).on('close', () => console.log('closed by a signal'));
  fs.watch(root, { signal: AbortSignal.abort() }).on('close', () => console.log('closed at once'));
  controller.abort();
  await settled();

  const ignoring = [];
  const watcher = fs.watch(root, { ignore: ['*.log', /tmp$/, (name) => name === 'skip'] }, (event, name) => ignoring.push(event, name));
  await settled();
  for (const name of ['a.log', 'x.tmp', 'skip', 'keep']) fs.closeSync(fs.openSync(at(name), 'w'));
  await settled();
  watcher.close();
  console.log(ignoring);

  const stop = new AbortController();
  setTimeout(() => fs.closeSync(fs.openSync(at('promised'), 'w')), 50);
  try {
    for await (const change of fs.promises.watch(root, { signal: stop.signal })) {
      console.log(change);
      stop.abort('enough');
    }
  } catch (error) {
    console.log(error.name, error.code, error.message, error.cause);
  }
  const broken = async (...args) => {
    try {
      for await (const change of fs.promises.watch(...args)) console.log(change);
    } catch (error) {
      console.log(error.name, error.code, short(error.message), error.syscall);
    }
  };
  await broken('/no such file');
  await broken(1);
  await broken(root, { signal: AbortSignal.abort() });
  await broken(root, { overflow: 'nonsense' });
  await broken(root, { persistent: 1 });
  fs.watch(root).unref();
  fs.rmSync(root, { recursive: true });
  // Node may stay for a watcher of a tree that it could not watch.
  process.exit();
})();
