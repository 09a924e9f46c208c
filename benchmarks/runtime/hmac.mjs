// HMAC-SHA-256 of a kilobyte.
import { createHmac } from 'node:crypto';
import { repeat } from './repeat.mjs';

const key = Buffer.alloc(32, 'k');
const data = Buffer.alloc(1024, 'x');
await repeat(200_000, () => { createHmac('sha256', key).update(data).digest('hex'); });
