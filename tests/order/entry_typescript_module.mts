// A TypeScript module runs as a module: jobs before ticks.
type Step = { name: string };
const step = (name: string): Step => ({ name });
process.nextTick((s: Step) => console.log(s.name), step('tick'));
Promise.resolve(step('promise')).then((s: Step) => console.log(s.name));
console.log((await Promise.resolve(step('awaited'))).name);
