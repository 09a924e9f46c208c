// `save` is called and not awaited: nothing fails, but it has not saved anything when `main` says so.
const fs = require('node:fs/promises');
let saved = false;
async function save() {
  await fs.stat(__filename);
  saved = true;
}
async function main() {
  save();
  console.log('saved:', saved);
}
main();
