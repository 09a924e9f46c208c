// How many microtasks an import takes: until the module runs, until the promise is settled, and when it is known already.
const names = ['leaf.mjs', 'middle.mjs', 'top.mjs', 'flat.mjs', 'awaits.mjs', 'waits.mjs', 'round_a.mjs', 'commonjs.cjs', 'throws.mjs', 'missing.mjs', 'nowhere.mjs'];

// Counts microtasks until `promise` is settled.
async function count(label, start) {
  globalThis.turns = 0;
  let settled = false;
  const promise = start().then(() => 'fulfilled', (error) => `rejected ${error.name}`).then((how) => {
    settled = true;
    console.log(label, how, globalThis.turns);
  });
  while (!settled) {
    globalThis.turns++;
    await null;
  }
  return promise;
}

(async () => {
  for (const name of names) {
    // A query makes each import the first of its module; its dependencies are known from the second time on.
    await count(name, () => import(`./fixtures/ticks/${name}?1`));
    await count(`${name} again`, () => import(`./fixtures/ticks/${name}?1`));
  }
  await Promise.all([count('two at once', () => import('./fixtures/ticks/leaf.mjs?2')), count('two at once', () => import('./fixtures/ticks/leaf.mjs?2'))]);
  await count('no specifier', () => import({ toString() { throw new Error('none'); } }));
  await count('a builtin', () => import('node:events'));
})();
