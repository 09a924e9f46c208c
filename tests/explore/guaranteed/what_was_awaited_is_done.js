'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
async function main() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'awaited-'));
  const file = path.join(folder, 'file');
  const other = (async () => {
    for (let i = 0; i < 3; i += 1) {
      await fs.promises.writeFile(`${file}.other`, String(i));
      assert.strictEqual(await fs.promises.readFile(`${file}.other`, 'utf8'), String(i));
    }
  })();
  for (let i = 0; i < 3; i += 1) {
    await fs.promises.writeFile(file, String(i));
    assert.strictEqual(fs.readFileSync(file, 'utf8'), String(i));
    assert.strictEqual(await fs.promises.readFile(file, 'utf8'), String(i));
  }
  await other;
  await fs.promises.rm(folder, { recursive: true });
  assert(!fs.existsSync(folder));
}
main();
