// Promise.all, allSettled and any are frames with an index, race is none; a promise that two await has no caller.
// @engine < 2.52
'use strict';

const { show, tick } = require('./_frames.js');

const never = () => new Promise(() => {});
async function leaf() { await tick(); throw new Error('x'); }
async function engine() { await tick(); missing(); }

const cases = {
  async all() { await Promise.all([tick(), 1, leaf()]); },
  async allOfOne() { await Promise.all([engine()]); },
  async allSettled() { const [first] = await Promise.allSettled([leaf(), tick()]); throw first.reason; },
  async any() { try { await Promise.any([leaf(), engine()]); } catch (error) { show('inner', error.errors[0]); throw error.errors[1]; } },
  async race() { await Promise.race([never(), leaf()]); },
  async mixed() { await Promise.all([Promise.race([Promise.all([tick(), engine()])])]); },
  async mapped() { await Promise.all([1, 2].map(async (item) => { await tick(); if (item === 2) await leaf(); })); },
  async derived() { await Promise.all([leaf().catch((error) => { throw error; })]); },
};

(async function main() {
  for (const [name, run] of Object.entries(cases)) {
    try {
      await run();
    } catch (error) {
      show(name, error);
    }
  }
  const shared = leaf();
  const wait = async (name) => { try { await shared; } catch (error) { show(name, error); } };
  await Promise.all([wait('first'), wait('second')]);
})();
