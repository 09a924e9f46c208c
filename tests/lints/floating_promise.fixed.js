// It is awaited, and its failure handled.
const fs = require('node:fs/promises');
async function save() {
  await fs.readFile('/no/such/file');
}
async function main() {
  try {
    await save();
    console.log('saved');
  } catch (error) {
    console.log(error.code);
  }
}
main();
