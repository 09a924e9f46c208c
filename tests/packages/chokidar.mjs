// A folder watched while files are made, changed, moved and removed.
import { watch } from 'chokidar';
import { mkdirSync, writeFileSync, rmSync, renameSync } from 'node:fs';
import { once } from 'node:events';

mkdirSync('watched/deep', { recursive: true });
writeFileSync('watched/old.txt', 'old');
const seen = [];
const watcher = watch('watched', { ignored: /ignored/, cwd: '.' });
watcher.on('all', (event, path) => seen.push(`${event} ${path}`));
await once(watcher, 'ready');
console.log(seen.sort(), watcher.getWatched());
const expect = async (event, work) => {
  const told = once(watcher, event);
  work();
  const [path] = await told;
  // A new folder is watched a moment after it was told of.
  await new Promise((resolve) => setTimeout(resolve, 150));
  console.log(event, path);
};
await expect('add', () => writeFileSync('watched/new.txt', '1'));
await expect('change', () => writeFileSync('watched/old.txt', 'changed'));
await expect('addDir', () => mkdirSync('watched/deep/deeper'));
await expect('add', () => writeFileSync('watched/deep/deeper/a.txt', 'x'));
writeFileSync('watched/ignored.txt', 'x');
await expect('unlink', () => rmSync('watched/new.txt'));
await expect('unlinkDir', () => rmSync('watched/deep/deeper', { recursive: true }));
await expect('add', () => renameSync('watched/old.txt', 'watched/moved.txt'));
console.log(seen.some((line) => line.includes('ignored')));
await watcher.close();
console.log('closed', watcher.closed);
