// @exit 1
import fs from 'node:fs';
console.log('never printed');
export const a = 1;
let a = 2;
