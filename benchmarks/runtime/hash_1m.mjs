// SHA-256 of a megabyte.
import { createHash } from 'node:crypto';
import { repeat } from './repeat.mjs';

const data = Buffer.alloc(1 << 20, 'x');
await repeat(300, () => { createHash('sha256').update(data).digest('hex'); });
