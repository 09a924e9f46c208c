// A native addon: changes of a folder told through a thread-safe function, and snapshots.
import watcher from '@parcel/watcher';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'watcher-')));
const snapshot = path.join(os.tmpdir(), `${path.basename(folder)}.txt`);
const seen = new Set();
let told;
const subscription = await watcher.subscribe(folder, (error, events) => {
  if (error) console.log(error.message);
  for (const event of events) seen.add(`${event.type} ${path.basename(event.path)}`);
  told?.();
});
const until = async (what) => {
  while (!seen.has(what)) await new Promise((resolve) => { told = resolve; });
  console.log(what);
};
fs.writeFileSync(path.join(folder, 'a.txt'), '1');
await until('create a.txt');
await watcher.writeSnapshot(folder, snapshot);
fs.writeFileSync(path.join(folder, 'b.txt'), '2');
await until('create b.txt');
fs.unlinkSync(path.join(folder, 'a.txt'));
await until('delete a.txt');
const since = await watcher.getEventsSince(folder, snapshot);
console.log(since.map((event) => `${event.type} ${path.basename(event.path)}`).sort());
await subscription.unsubscribe();
fs.rmSync(folder, { recursive: true });
fs.rmSync(snapshot);
