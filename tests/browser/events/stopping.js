// stopPropagation lets the target's other listeners run, stopImmediatePropagation does not.
document.body.innerHTML = '<div><p></p></div>';
const inner = document.querySelector('p');
const outer = inner.parentNode;
outer.addEventListener('ping', () => console.log('outer'));
const stop = (event) => {
  console.log('first');
  event[event.how]();
};
inner.addEventListener('ping', stop);
inner.addEventListener('ping', () => console.log('second'));
for (const how of ['stopPropagation', 'stopImmediatePropagation', 'composedPath']) {
  console.log(how);
  inner.dispatchEvent(Object.assign(new Event('ping', { bubbles: true }), { how }));
}
