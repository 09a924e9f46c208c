// The file is read while it is written: what is read may be the old text, the new one, or nothing.
const fs = require('node:fs/promises');
const os = require('node:os');
const path = require('node:path');
async function main() {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'roundel-lint-'));
  const file = path.join(folder, 'state.json');
  const written = fs.writeFile(file, 'one');
  const read = fs.readFile(file, 'utf8').catch(() => 'nothing');
  await Promise.all([written, read]);
  await fs.rm(folder, { recursive: true });
}
main();
