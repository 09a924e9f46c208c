// fs/promises: the same operations, wrong arguments as rejections, handles that close once.
const fs = require('node:fs/promises');
const os = require('node:os');
const path = require('node:path');

async function show(name, run) {
  try {
    console.log(name, await run());
  } catch (error) {
    console.log(name, error.name, error.code, '|', error.message, JSON.stringify(error));
  }
}

(async () => {
  const root = await fs.mkdtemp(path.join(os.tmpdir(), 'roundel-promises-'));
  const file = path.join(root, 'f');
  await show('missing', () => fs.readFile('/nope'));
  await show('wrong', () => fs.readFile({}));
  await show('write', () => fs.writeFile(file, 'abc'));
  await show('append', () => fs.appendFile(file, 'd'));
  await show('read', () => fs.readFile(file, 'utf8'));
  await show('stat', async () => (await fs.stat(file)).size);
  await show('access', () => fs.access('/nope'));
  await show('readdir', () => fs.readdir(root));
  await show('handle', async () => {
    const handle = await fs.open(file, 'r+');
    const seen = [typeof handle.fd, await handle.readFile('utf8'), (await handle.stat()).size,
      await handle.write('xyz', 0), await handle.read(Buffer.alloc(2), 0, 2, 0)];
    await handle.truncate(1);
    await handle.close();
    await handle.close();
    seen.push(handle.fd, await fs.readFile(file, 'utf8'));
    return seen;
  });
  await show('copy', () => fs.copyFile(file, `${file}2`));
  await show('rename', () => fs.rename(`${file}2`, `${file}3`));
  await show('unlink', () => fs.unlink(`${file}3`));
  const controller = new AbortController();
  controller.abort();
  await show('abort', () => fs.readFile(file, { signal: controller.signal }));
  await show('rm', () => fs.rm(root, { recursive: true }));
  await show('rm again', () => fs.rm('/nope'));
})();
