// Async generators and `for await` are links of the chain.
// @engine < 2.52
'use strict';

const { show, tick } = require('./_frames.js');

async function leaf() { await tick(); throw new Error('x'); }
async function engine() { await tick(); missing(); }
async function* waiting() { yield 1; await leaf(); yield 2; }
async function* throwing() { yield 1; await tick(); throw new Error('in the generator'); }
async function* yielding() { yield leaf(); }
async function* returning() { return engine(); }
async function* delegating() { yield 0; yield* waiting(); }
const iterable = { [Symbol.asyncIterator]() { return { async next() { await engine(); } }; } };
const closing = { [Symbol.asyncIterator]() { return { async next() { return { value: 1 }; }, async return() { await leaf(); } }; } };
const holder = { async *steps() { await leaf(); } };

const cases = {
  async waiting() { for await (const item of waiting()) await tick(item); },
  async throwing() { for await (const item of throwing()) await tick(item); },
  async yielding() { for await (const item of yielding()) await tick(item); },
  async returning() { for await (const item of returning()) await tick(item); },
  async delegating() { for await (const item of delegating()) await tick(item); },
  async iterable() { for await (const { a, b } of iterable) await tick(a, b); },
  async closing() { for await (const item of closing) { break; } },
  async synchronous() { for await (const item of [leaf()]) await tick(item); },
  async method() { for await (const item of holder.steps()) await tick(item); },
  async byHand() { const steps = waiting(); await steps.next(); await steps.next(); },
  async body() { for await (const item of [1, 2]) { await tick(); if (item === 2) await engine(); } },
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
