// All of them are under way at once. The second loop has to wait: each name comes out of the file before.
const fs = require('node:fs/promises');
async function sizes(names) {
  return Promise.all(names.map(async (name) => (await fs.stat(name)).size));
}
async function follow(name) {
  for (let i = 0; i < 4; i++) {
    const text = await fs.readFile(name, 'utf8');
    name = text.length > 0 ? name : '';
  }
}
sizes(Array(5).fill(__filename)).then((found) => console.log(found.length)).then(() => follow(__filename));
