// Evaluation order of a graph, and ticks and promises around it.
import './fixtures/side_effect.mjs';
import './fixtures/side_effect.cjs';
import { awaited } from './fixtures/tla.mjs';
import './fixtures/side_effect.mjs?again';
console.log('main', awaited);
process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('promise'));
setImmediate(() => console.log('immediate'));
await null;
console.log('after await');
