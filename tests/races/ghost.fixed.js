// The slug is taken in the same step in which it is found to be free.
'use strict';
const fs = require('node:fs/promises');
const os = require('node:os');
const path = require('node:path');
const { mkdtempSync } = require('node:fs');
const assert = require('node:assert');

const folder = mkdtempSync(path.join(os.tmpdir(), 'ghost-'));
const users = [];

async function takeSlug(name) {
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? name : `${name}-${number}`;
    try {
      await fs.writeFile(path.join(folder, slug), name, { flag: 'wx' });
      return slug;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
  }
}

async function signUp(name) {
  users.push(await takeSlug(name));
}

async function main() {
  const first = signUp('ada');
  const second = new Promise((resolve) => setTimeout(resolve, 3)).then(() => signUp('ada'));
  await Promise.all([first, second]);
  console.log(users.sort().join(' '));
  assert.strictEqual(new Set(users).size, 2, 'two users have one slug');
}
main();
