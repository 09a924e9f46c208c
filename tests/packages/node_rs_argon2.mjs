// A native addon: Argon2 hashes, verification, abortion.
import { Algorithm, hash, hashRaw, hashSync, verify, verifySync } from '@node-rs/argon2';

const options = { memoryCost: 1024, timeCost: 1, salt: Buffer.from('a salt of sixteen'), algorithm: Algorithm.Argon2id };
console.log(await hash('password', options));
console.log((await hashRaw('password', { ...options, outputLen: 16 })).toString('hex'));
const made = hashSync('other', { memoryCost: 1024, timeCost: 1 });
console.log(made.slice(0, 30), verifySync(made, 'other'), await verify(made, 'wrong'));
await verify('not a hash', 'x').then(console.log, (error) => console.log(error.name, error.code));
const controller = new AbortController();
const slow = Promise.all(Array.from({ length: 12 }, () => hash('x', { memoryCost: 4096, timeCost: 2 }, controller.signal)));
controller.abort();
console.log(await slow.then(() => 'done', (error) => error.name));
