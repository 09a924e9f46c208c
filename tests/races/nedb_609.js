// nedb #609: a file is made whole by writing another and renaming it; two that do so at a time rename one file twice.
'use strict';
const fs = require('node:fs/promises');
const os = require('node:os');
const path = require('node:path');
const { mkdtempSync } = require('node:fs');

const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'nedb-')), 'data');

async function compact(text) {
  await fs.writeFile(`${file}~`, text);
  await fs.rename(`${file}~`, file);
}

async function main() {
  const interval = new Promise((resolve) => setTimeout(resolve, 4)).then(() => compact('by the clock'));
  await Promise.all([compact('by hand'), interval]);
  console.log(await fs.readFile(file, 'utf8') !== '');
}
main();
