// A megabyte of text compressed with Brotli at quality 5, and opened again, on the pool.
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { repeat } from './repeat.mjs';
import { text } from './text.mjs';

const pack = promisify(brotliCompress);
const unpack = promisify(brotliDecompress);
const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
await repeat(10, async () => unpack(await pack(text, options)));
