// An aborted wait rejects with AbortError and leaves nothing behind.
import { setTimeout as wait } from 'node:timers/promises';
const controller = new AbortController();
setTimeout(() => controller.abort(), 5);
try {
  await wait(60_000, null, { signal: controller.signal });
} catch (error) {
  console.log(error.name, error.code, error.message);
}
try {
  await wait(1, null, { signal: AbortSignal.abort() });
} catch (error) {
  console.log(error.name, 'at once');
}
