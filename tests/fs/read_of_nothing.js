// A read of no bytes is none: whatever the descriptor is, it gives nothing, and its callback is a tick. A vector without
// bytes is asked of the system like any other.
const fs = require('node:fs');

const nothing = Buffer.alloc(0);
const three = Buffer.alloc(3);
const fd = fs.openSync(__filename);
const folder = fs.openSync('/');

function show(read) {
  try {
    console.log(read());
  } catch (error) {
    console.log(error.message);
  }
}
for (const args of [
  [nothing], [nothing, 0, 0, 5], [nothing, {}], [nothing, 0, 1], [nothing, 0, 1, 'there'],
  [three, 1, 0], [three, 4, 0, null], [three, 0, null, 0], [three, 0, 0.5, 0], [three, 0, '1', 0], [three, 0, -1, 0],
  [three, 4, 1, 0], [three, -1, 0, 0], [three, 'there', 0, 0], [three, 0, 0, 'there'], [three, { offset: 3 }], [three, { offset: 4 }],
]) {
  show(() => fs.readSync(fd, ...args));
}
show(() => fs.readSync(folder, nothing));
show(() => fs.readvSync(fd, [nothing, Buffer.alloc(0)]));
show(() => fs.readvSync(folder, [nothing]));

fs.read(folder, nothing, 0, 0, 0, (error, bytesRead, buffer) => {
  console.log('read', error, bytesRead, buffer === nothing);
  setImmediate(afterwards);
});
process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('promise'));

async function afterwards() {
  fs.readv(folder, [nothing], (error) => console.log(error.message));
  const file = await fs.promises.open('/');
  for (const args of [[nothing], [nothing, 0, 1], [three, { offset: 3 }], [three, 0, 0, 'there']]) {
    await file.read(...args).then(({ bytesRead }) => console.log(bytesRead), (error) => console.log(error.message));
  }
  await file.readv([nothing]).catch((error) => console.log(error.message));
  await file.close();
}
