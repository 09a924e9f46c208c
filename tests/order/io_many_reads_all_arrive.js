// Many reads over four threads: all arrive, each once, in an order that is nobody's promise.
const fs = require('node:fs');
const seen = new Map();
let left = 50;
for (let i = 0; i < 50; i += 1) {
  fs.readFile(__filename, () => {
    seen.set(i, (seen.get(i) ?? 0) + 1);
    left -= 1;
    if (left === 0) console.log(seen.size, [...seen.values()].every((n) => n === 1));
  });
}
