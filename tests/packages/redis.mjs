// Strings, hashes, lists, transactions, scripts, scans and subscriptions against a server.
import { createClient } from 'redis';

const url = `redis://127.0.0.1:${process.env.REDIS_PORT}/1`;
const client = createClient({ url });
await client.connect();
await client.flushDb();
await client.set('greeting', 'hello', { EX: 100 });
console.log(await client.get('greeting'), await client.ttl('greeting') > 90, await client.get('none'));
await client.hSet('user:1', { name: 'Ada', born: 1815 });
console.log({ ...await client.hGetAll('user:1') });
await client.rPush('list', ['a', 'b', 'c']);
console.log(await client.lRange('list', 0, -1));
console.log(await client.multi().incr('n').incrBy('n', 10).get('n').exec());
console.log(await client.eval('return {KEYS[1], ARGV[1] * 2}', { keys: ['k'], arguments: ['21'] }));
const keys = [];
for await (const batch of client.scanIterator({ MATCH: '*' })) keys.push(...batch);
console.log(keys.sort().join());
const error = await client.incr('greeting').catch((error) => error);
console.log(error.name, error.message);
const listener = client.duplicate();
await listener.connect();
const heard = new Promise((resolve) => listener.subscribe('news', (message, channel) => resolve([channel, message])).then(() => client.publish('news', 'it works')));
console.log(await heard);
await listener.close();
await client.close();
