// A megabyte of text out of its compressed form, on the pool.
import { promisify } from 'node:util';
import { gunzip, gzipSync } from 'node:zlib';
import { repeat } from './repeat.mjs';
import { text } from './text.mjs';

const packed = gzipSync(text);
const unpack = promisify(gunzip);
await repeat(100, () => unpack(packed));
