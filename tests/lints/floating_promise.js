// `save` is called and not awaited, so its failure is nobody's.
const fs = require('node:fs/promises');
process.on('unhandledRejection', () => {});
async function save() {
  await fs.readFile('/no/such/file');
}
async function main() {
  save();
  console.log('saved');
}
main();
