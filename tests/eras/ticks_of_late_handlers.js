// What a rejectionHandled listener queues: at once since Node 11, with the next callback before.
// @loop node node11 node10
// @flags --unhandled-rejections=warn
'use strict';
process.on('exit', () => console.log('exit'));
let rounds = 0;
process.on('beforeExit', () => {
  console.log('beforeExit');
  if (rounds++ === 0) process.nextTick(() => console.log('tick of beforeExit'));
});
process.on('rejectionHandled', () => {
  console.log('handled late');
  process.nextTick(() => console.log('tick'));
  Promise.resolve().then(() => console.log('microtask'));
});
const late = Promise.reject(new Error('late'));
setImmediate(() => {
  late.catch(() => console.log('caught'));
  setImmediate(() => console.log('next immediate'));
});
