// It is awaited; a heartbeat that nobody waits for is called with void.
const fs = require('node:fs/promises');
let saved = false;
async function save() {
  await fs.stat(__filename);
  saved = true;
}
async function beat() {
  await fs.stat('.');
}
async function main() {
  void beat();
  await save();
  console.log('saved:', saved);
}
main();
