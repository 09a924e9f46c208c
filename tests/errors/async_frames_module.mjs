// The top level of a module waits too, and what an import waits for does not lead back to the importer.
// @engine < 2.52
import { createRequire } from 'node:module';

const { show, tick } = createRequire(import.meta.url)('./_frames.js');

async function leaf() { await tick(); throw new Error('x'); }

try {
  await leaf();
} catch (error) {
  show('top level', error);
}
try {
  await import('./fixtures/fails_after_await.mjs');
} catch (error) {
  show('imported', error);
}
export const done = await (async () => { try { await Promise.all([leaf()]); } catch (error) { show('initialiser', error); } })();

// A text that begins with an async function: it is the top level that waits.
show('first line', (await import('./fixtures/async_function_first.mjs')).error);
