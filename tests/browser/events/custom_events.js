// detail, nested dispatch, and the event's state afterwards.
const target = new EventTarget();
target.addEventListener('outer', (event) => {
  console.log('outer', event.detail.depth);
  target.dispatchEvent(new CustomEvent('inner', { detail: { depth: 2 } }));
  console.log('outer ends');
});
target.addEventListener('inner', (event) => console.log('inner', event.detail.depth));
const event = new CustomEvent('outer', { detail: { depth: 1 } });
target.dispatchEvent(event);
console.log(event.currentTarget, event.eventPhase, event.target === target);
