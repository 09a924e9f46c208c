// DOMContentLoaded and load are tasks: the microtasks of one are over before the other.
document.addEventListener('DOMContentLoaded', () => {
  console.log('DOMContentLoaded');
  Promise.resolve().then(() => console.log('promise')).then(() => console.log('promise again'));
});
addEventListener('load', () => {
  console.log('load');
  setTimeout(() => console.log('timer of load'), 0);
  queueMicrotask(() => console.log('microtask of load'));
});
