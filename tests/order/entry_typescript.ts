// A TypeScript file without module syntax is a CommonJS main script.
const names: string[] = ['tick', 'promise', 'timeout'];
setTimeout((name: string) => console.log(name), 0, names[2]);
Promise.resolve(names[1]).then((name: string): void => console.log(name));
process.nextTick(console.log, names[0]);
console.log('script' as string);
