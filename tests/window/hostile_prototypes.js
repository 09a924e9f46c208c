// A program may spoil the prototypes it shares with the loop.
// @loop chrome firefox
// @output chrome
//   before
//   microtask timer message frame
// @output firefox
//   before
//   microtask frame timer message
const { log } = console;
log('before');
const failing = () => { throw new Error('the loop used a prototype of the program'); };
for (const prototype of [Array.prototype, Map.prototype, Set.prototype, Promise.prototype, Function.prototype, String.prototype, RegExp.prototype]) {
  for (const name of Object.getOwnPropertyNames(prototype)) {
    const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
    if (name !== 'constructor' && descriptor.configurable && typeof descriptor.value === 'function') prototype[name] = failing;
  }
}
for (const name of ['get', 'set', 'value', 'transfer', 'timeout', 'priority', 'signal']) {
  Object.defineProperty(Object.prototype, name, { __proto__: null, set: failing, get: () => undefined, configurable: true });
}
Array.prototype[Symbol.iterator] = failing;
const lines = [];
const print = (line) => { lines[lines.length] = line; };
setTimeout(() => print('timer'), 0);
requestAnimationFrame(() => print('frame'));
const channel = new MessageChannel();
channel.port1.onmessage = () => print('message');
channel.port2.postMessage({ a: 1 });
queueMicrotask(() => print('microtask'));
setTimeout(() => {
  let text = lines[0];
  for (let i = 1; i < lines.length; i++) text += ` ${lines[i]}`;
  log(text);
}, 100);
