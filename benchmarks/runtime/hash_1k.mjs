// SHA-256 of a kilobyte.
import { createHash } from 'node:crypto';
import { repeat } from './repeat.mjs';

const data = Buffer.alloc(1024, 'x');
await repeat(200_000, () => { createHash('sha256').update(data).digest('hex'); });
