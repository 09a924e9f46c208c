// Ghost: two users sign up with one name; both find the slug free before either has taken it.
'use strict';
const fs = require('node:fs/promises');
const os = require('node:os');
const path = require('node:path');
const { mkdtempSync } = require('node:fs');
const assert = require('node:assert');

const folder = mkdtempSync(path.join(os.tmpdir(), 'ghost-'));
const users = [];

async function freeSlug(name) {
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? name : `${name}-${number}`;
    try {
      await fs.access(path.join(folder, slug));
    } catch {
      return slug;
    }
  }
}

async function signUp(name) {
  const slug = await freeSlug(name);
  await fs.writeFile(path.join(folder, slug), name);
  users.push(slug);
}

async function main() {
  const first = signUp('ada');
  const second = new Promise((resolve) => setTimeout(resolve, 3)).then(() => signUp('ada'));
  await Promise.all([first, second]);
  console.log(users.sort().join(' '));
  assert.strictEqual(new Set(users).size, 2, 'two users have one slug');
}
main();
