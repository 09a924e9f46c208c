// In a cycle the one that is imported deeper runs first; functions are there already.
import { a } from './fixtures/cycle_a.mjs';
console.log('main sees', a);
