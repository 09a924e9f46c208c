// One after the other.
'use strict';
const fs = require('node:fs/promises');
const os = require('node:os');
const path = require('node:path');
const { mkdtempSync } = require('node:fs');

const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'nedb-')), 'data');
let last = Promise.resolve();

function compact(text) {
  last = last.then(async () => {
    await fs.writeFile(`${file}~`, text);
    await fs.rename(`${file}~`, file);
  });
  return last;
}

async function main() {
  const interval = new Promise((resolve) => setTimeout(resolve, 4)).then(() => compact('by the clock'));
  await Promise.all([compact('by hand'), interval]);
  console.log(await fs.readFile(file, 'utf8') !== '');
}
main();
