// Places that are given up by age, number and size, and values that are fetched when they are missing.
import { LRUCache } from 'lru-cache';

const gone = [];
const cache = new LRUCache({ max: 3, dispose: (value, key, reason) => gone.push(`${key} ${reason}`) });
for (const key of 'abcd') cache.set(key, key.toUpperCase());
cache.get('b');
cache.set('e', 'E');
cache.delete('d');
console.log([...cache.keys()], gone, cache.peek('b'), cache.has('a'), cache.size);
let time = 1000;
const aging = new LRUCache({ max: 10, ttl: 100, perf: { now: () => time }, ttlResolution: 0, allowStale: false });
aging.set('x', 1);
time += 50;
console.log(aging.get('x'), aging.getRemainingTTL('x'));
time += 60;
console.log(aging.get('x'), aging.size);
const sized = new LRUCache({ maxSize: 10, sizeCalculation: (value) => value.length });
sized.set('a', '12345').set('b', '1234567');
console.log([...sized.entries()], sized.calculatedSize);
let fetches = 0;
const fetching = new LRUCache({ max: 5, fetchMethod: async (key, stale, { signal }) => { fetches++; signal.throwIfAborted(); return key * 2; } });
console.log(await Promise.all([fetching.fetch(1), fetching.fetch(1), fetching.fetch(2)]), fetches, fetching.dump().length);
