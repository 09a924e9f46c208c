// Never more at once than allowed, in order, cleared.
import pLimit, { limitFunction } from 'p-limit';

const limit = pLimit(2);
let active = 0;
let most = 0;
const work = (n) => limit(async () => { most = Math.max(most, ++active); await new Promise((resolve) => setTimeout(resolve, 5)); active--; return n; });
const all = [1, 2, 3, 4, 5].map(work);
console.log(limit.activeCount, limit.pendingCount);
await null;
console.log(limit.activeCount, limit.pendingCount, await Promise.all(all), most);
console.log(await limit.map([1, 2, 3], async (n) => n * 2));
const single = limitFunction(async (n) => n + 1, { concurrency: 1 });
console.log(await Promise.all([single(1), single(2)]));
try { pLimit(0); } catch (error) { console.log(error.name, error.message); }
