// Five files are read one after the other, though none needs another.
const fs = require('node:fs/promises');
async function sizes(names) {
  const found = [];
  for (const name of names) {
    found.push((await fs.stat(name)).size);
  }
  return found;
}
sizes(Array(5).fill(__filename)).then((found) => console.log(found.length));
