// events.once resolves in a job after the emitting callback.
import { EventEmitter, once } from 'node:events';
const emitter = new EventEmitter();
setTimeout(() => {
  emitter.emit('ready', 1, 2);
  console.log('emitted');
  process.nextTick(() => console.log('tick of the emitter'));
}, 1);
console.log(await once(emitter, 'ready'));
try {
  process.nextTick(() => emitter.emit('error', new Error('failed')));
  await once(emitter, 'ready');
} catch (error) {
  console.log(error.message);
}
