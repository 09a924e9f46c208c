// Thirty-two random bytes.
import { randomBytes } from 'node:crypto';
import { repeat } from './repeat.mjs';

await repeat(500_000, () => { randomBytes(32); });
