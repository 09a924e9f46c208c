// Identifiers of the standard and of other alphabets.
import { nanoid, customAlphabet, customRandom, urlAlphabet } from 'nanoid';

console.log(nanoid().length, /^[\w-]{21}$/.test(nanoid()), nanoid(5).length, urlAlphabet.length);
console.log(/^[abc]{10}$/.test(customAlphabet('abc', 10)()));
let state = 1;
const random = (size) => Uint8Array.from({ length: size }, () => (state = state * 16807 % 2147483647) % 256);
console.log(customRandom('0123456789abcdef', 12, random)());
console.log(new Set(Array.from({ length: 1000 }, () => nanoid())).size);
