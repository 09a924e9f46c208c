// Reading `stack` in every form gives Node's form.
const first = (stack) => stack.split('\n').slice(0, 2).join(' | ').replaceAll(__dirname, '.');
const error = new Error('message');
console.log(first(error.stack));
console.log(first(error['stack']), first(error?.stack), error?.missing?.stack, error.stack.length > 0);
const { stack } = new TypeError('in a pattern');
console.log(first(stack));
const { stack: renamed, message } = new RangeError('renamed');
console.log(first(renamed), message);
(({ stack }) => console.log(first(stack)))(new Error('parameter'));
try { throw new Error('caught'); } catch ({ stack }) { console.log(first(stack)); }
let assigned; ({ stack: assigned } = new Error('assigned')); console.log(first(assigned));
for (const { stack } of [new Error('in a loop')]) console.log(first(stack));
error.stack = 'replaced'; console.log(error.stack); error.stack += '!'; console.log(error.stack);
delete error.stack; console.log(error.stack, 'stack' in error);
const plain = { stack: [1, 2] }; plain.stack.push(3); console.log(plain.stack, { stack: 1 }.stack, [].stack, 'text'.stack, (5).stack);
class Own extends Error { constructor(m) { super(m); this.first = first(this.stack); } get name() { return 'Own'; } }
console.log(new Own('own').first);
console.log(Object.prototype.hasOwnProperty.call(new Error(), 'stack'), Object.keys(new Error('x')));
async function later() { await null; throw new Error('later'); }
later().catch((e) => console.log(first(e.stack)));
