// The promise form settles in poll: what awaits it runs in that callback's microtasks.
const fs = require('node:fs/promises');
const os = require('node:os');
const file = `${os.tmpdir()}/order-${process.pid}`;
(async () => {
  await fs.writeFile(file, 'text');
  console.log('written');
  process.nextTick(() => console.log('tick'));
  await null;
  console.log('before the tick');
  setImmediate(() => console.log('immediate'));
  await new Promise((resolve) => setTimeout(resolve, 20));
  console.log(await fs.readFile(file, 'utf8'));
  await fs.unlink(file);
})();
