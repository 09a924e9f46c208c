// It is read when it has been written.
const fs = require('node:fs/promises');
const os = require('node:os');
const path = require('node:path');
async function main() {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'roundel-lint-'));
  const file = path.join(folder, 'state.json');
  await fs.writeFile(file, 'one');
  console.log(await fs.readFile(file, 'utf8'));
  await fs.rm(folder, { recursive: true });
}
main();
