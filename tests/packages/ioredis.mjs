// Pipelines, transactions, scripts, streams of keys, subscriptions, over TCP and a socket file.
import { Redis } from 'ioredis';

const redis = new Redis({ port: Number(process.env.REDIS_PORT), host: '127.0.0.1', db: 2 });
await redis.flushdb();
console.log(await redis.set('k', 'v'), await redis.get('k'), await redis.getBuffer('k'));
console.log(await redis.pipeline().set('a', 1).incr('a').lpop('a').exec().then((all) => all.map(([error, value]) => error?.message ?? value)));
console.log(await redis.multi().sadd('s', 'x', 'y').scard('s').exec());
redis.defineCommand('twice', { numberOfKeys: 1, lua: 'return redis.call("get", KEYS[1]) .. ARGV[1]' });
console.log(await redis.twice('k', '!'));
await redis.zadd('z', 1, 'one', 2, 'two');
console.log(await redis.zrange('z', 0, -1, 'WITHSCORES'));
const found = [];
for await (const keys of redis.scanStream({ match: '*' })) found.push(...keys);
console.log(found.sort());
const file = new Redis(process.env.REDIS_SOCKET, { db: 2 });
console.log(await file.get('k'));
const listener = redis.duplicate();
await listener.subscribe('c');
const message = new Promise((resolve) => listener.on('message', (...all) => resolve(all)));
await redis.publish('c', 'm');
console.log(await message);
await Promise.all([redis.quit(), file.quit(), listener.quit()]);
console.log('quit');
