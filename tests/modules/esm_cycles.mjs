// Cycles: hoisted functions work, uninitialised bindings throw.
import { isEven, early } from './fixtures/cycle/even.mjs';
import { isOdd, hoisted, tdz } from './fixtures/cycle/odd.mjs';
console.log(isEven(10), isOdd(7), hoisted, tdz, early);
import * as self from './esm_cycles.mjs';
export const later = 1;
export function early2() { return 'hoisted'; }
console.log(self.later, self.early2(), Object.keys(self));
