// Who awaits what failed is in the stack: functions, arrows, methods, loops, what `then` and its kin put between.
// @engine < 2.52
'use strict';

const { show, tick } = require('./_frames.js');

async function leaf() { await tick(); throw new Error('x'); }
async function engine() { await tick(); return null.property; }
async function rejecting() { await tick(); return Promise.reject(new TypeError('y')); }

class Klass {
  async method() { await leaf(); }
  static async make() { return await new Klass().method(); }
  async #hidden() { await leaf(); }
  open() { return this.#hidden(); }
  async ['computed']() {
    const before = 1;
    await leaf(before);
  }
}
class Derived extends Klass {}
const object = { async method() { await engine(); }, arrow: async () => { await object.method(); }, async *steps() { await leaf(); } };

const cases = {
  leaf,
  engine,
  rejecting,
  make: () => Klass.make(),
  derived: () => new Derived().method(),
  hidden: () => new Klass().open(),
  computed: () => new Klass().computed(),
  object: () => (0, object.arrow)(),
  async returned() { return leaf(); },
  async returnedAwait() { return await leaf(); },
  async assigned() { const value = 1 + await engine(); return value; },
  async chained() { await tick().then(() => leaf()).then((value) => value).catch((error) => { throw error; }).finally(() => {}); },
  async handlers() { await tick().then(() => { throw new Error('in a handler'); }); },
  async executor() { await new Promise((resolve, reject) => { leaf().then(resolve, reject); }); },
  async lines() {
    await
    leaf(
      1,
    );
  },
  async loops() { for (let i = 0; i < await tick(2); i++) { if (i === 1) await leaf(); } },
  async whiles() { let i = 0; while (await tick(i++ < 2)) { if (i === 2) await engine(); } },
  async switches() { switch (await tick(2)) { case await tick(1): break; case await tick(2): await leaf(); } },
  async tries() { try { await leaf(); } catch (error) { await tick(); throw error; } finally { await tick(); } },
  async patterns() { const { value = await leaf() } = await tick({}); return value; },
  async nested() { await (async () => { await (async function named() { await engine(); })(); })(); },
  async inherited() { await (async function () { await leaf(); }).call(new Derived()); },
  async early() { const error = new Error('made before'); await tick(); throw error; },
  async helper() { await tick(); (function inner() { throw new Error('in a function'); })(); },
};

(async function main() {
  for (const [name, run] of Object.entries(cases)) {
    try {
      await run();
    } catch (error) {
      show(name, error);
    }
  }
})();
