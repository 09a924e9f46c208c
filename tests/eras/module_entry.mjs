// Up to Node 19 the loader read files in the pool, so an ES module began in a poll phase: immediates came next, whatever
// the clock said. Since then it runs before the loop, and a timer that is due comes first.
// @loop node node11
// @output node
//   microtask
//   tick
//   timeout
//   immediate
// @output node11
//   microtask
//   tick
//   immediate
//   timeout
setTimeout(() => console.log('timeout'));
setImmediate(() => console.log('immediate'));
process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('microtask'));
const end = Date.now() + 5;
while (Date.now() < end);
