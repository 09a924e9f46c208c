// A megabyte of text compressed on the pool.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { repeat } from './repeat.mjs';
import { text } from './text.mjs';

const pack = promisify(gzip);
await repeat(20, () => pack(text));
