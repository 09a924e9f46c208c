// One warning per event, and only when there are more listeners than allowed.
// @stderr ignore
'use strict';
const events = require('node:events');

process.on('warning', (warning) => {
  console.log(warning.name, '|', warning.message, '|', warning.count, String(warning.type), Object.keys(warning));
});
const add = (emitter, event, n) => {
  for (let i = 0; i < n; i++) emitter.on(event, () => {});
};
class Named extends events {}
const emitter = new Named();
add(emitter, 'ten', 10);
add(emitter, 'eleven', 13);
emitter.setMaxListeners(1);
add(emitter, Symbol('two'), 2);
emitter.setMaxListeners(0);
add(emitter, 'unlimited', 50);
console.log(emitter.getMaxListeners(), emitter.listenerCount('unlimited'));

const target = new EventTarget();
events.setMaxListeners(2, target, emitter);
console.log(events.getMaxListeners(target), events.getMaxListeners(emitter));
for (let i = 0; i < 4; i++) target.addEventListener('foo', () => {});
events.setMaxListeners(3);
console.log(events.defaultMaxListeners, new events().getMaxListeners());
add(new events(), 'default', 4);
