// EventTarget: order, duplicates, once, capture, passive, signals, objects as listeners, removal while
// dispatching; what a listener throws is an uncaught exception of its own.
'use strict';

process.on('uncaughtException', (error) => console.log('uncaught', error.message));
const target = new EventTarget();
const order = [];
const listener = () => order.push('listener');
target.addEventListener('a', listener);
target.addEventListener('a', listener);
target.addEventListener('a', listener, true);
target.addEventListener('a', () => {
  target.removeEventListener('a', removed);
  target.addEventListener('a', () => order.push('late'));
});
const removed = () => order.push('removed');
target.addEventListener('a', removed);
console.log(target.dispatchEvent(new Event('a')), order);

const handler = {
  handleEvent(event) {
    console.log('handler', this === handler, event.type, event.target === target, event.currentTarget === target,
                event.eventPhase, event.composedPath().length);
  },
};
target.addEventListener('b', handler, { once: true });
const event = new Event('b');
target.dispatchEvent(event);
target.dispatchEvent(new Event('b'));
console.log(event.target === target, event.currentTarget, event.eventPhase, event.composedPath());

target.addEventListener('c', (e) => e.preventDefault(), { passive: true });
const cancelable = new Event('c', { cancelable: true });
console.log(target.dispatchEvent(cancelable), cancelable.defaultPrevented);
target.addEventListener('c', (e) => { e.returnValue = false; });
console.log(target.dispatchEvent(cancelable), cancelable.defaultPrevented, cancelable.returnValue);

const controller = new AbortController();
target.addEventListener('d', () => console.log('never'), { signal: controller.signal });
controller.abort();
target.addEventListener('d', () => console.log('never'), { signal: AbortSignal.abort() });
target.dispatchEvent(new Event('d'));

target.addEventListener('e', (e) => { e.stopImmediatePropagation(); });
target.addEventListener('e', () => console.log('stopped'));
const stopped = new Event('e');
target.dispatchEvent(stopped);
console.log(stopped.cancelBubble);

target.addEventListener('f', () => { throw new Error('thrown'); });
target.addEventListener('f', async () => { throw new Error('rejected'); });
target.addEventListener('f', () => console.log('after the throw'));
target.addEventListener('f', {});
target.dispatchEvent(new Event('f'));
process.nextTick(() => console.log('tick'));
console.log('end of script');
