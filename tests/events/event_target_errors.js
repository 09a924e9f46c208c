// What Event, EventTarget and their methods refuse.
// @stderr ignore
'use strict';

function show(title, fn) {
  try {
    console.log(title, '->', fn());
  } catch (error) {
    console.log(title, '|', error.name, error.code, '|', error.message);
  }
}
const target = new EventTarget();
show('event without type', () => new Event());
show('event options', () => new Event('a', 5));
show('event function options', () => new Event('a', () => {}).type);
show('event array options', () => new Event('a', []).type);
show('custom event', () => new CustomEvent());
show('add nothing', () => target.addEventListener());
show('add one', () => target.addEventListener('a'));
show('add number', () => target.addEventListener('a', 5));
show('add null', () => target.addEventListener('a', null));
show('add object', () => target.addEventListener('a', {}));
show('add options', () => target.addEventListener('a', () => {}, 5));
show('add signal', () => target.addEventListener('a', () => {}, { signal: {} }));
show('dispatch', () => target.dispatchEvent());
show('dispatch number', () => target.dispatchEvent(5));
show('dispatch plain', () => target.dispatchEvent({ type: 'a' }));
show('this of target', () => EventTarget.prototype.addEventListener.call({}, 'a', () => {}));
show('this of event', () => Event.prototype.preventDefault.call({}));
show('this of getter', () => Reflect.get(Event.prototype, 'type', {}));
target.addEventListener('again', (event) => show('recursion', () => target.dispatchEvent(event)));
target.dispatchEvent(new Event('again'));

const plain = new Event('plain', { bubbles: true, composed: true });
console.log(plain.type, plain.bubbles, plain.composed, plain.cancelable, plain.isTrusted, plain.timeStamp > 0);
plain.initEvent('renamed', false, true);
console.log(plain.type, plain.bubbles, plain.cancelable, String(plain), Object.keys(plain));
console.log(new CustomEvent('x', { detail: [1] }).detail, new CustomEvent('x').detail);
console.log(Object.keys(Event.prototype), Event.AT_TARGET, Object.keys(EventTarget.prototype));
console.log(target, new (class Mine extends EventTarget {})(), [[[target]]]);
process.on('warning', (warning) => console.log(warning.name, warning.message));
