// Eight keys at once out of passwords, on the pool.
import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { repeat } from './repeat.mjs';

const derive = promisify(pbkdf2);
await repeat(5, () => Promise.all(Array.from({ length: 8 }, (_, i) => derive(`password ${i}`, 'salt', 50_000, 32, 'sha256'))));
