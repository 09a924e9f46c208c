// A module runs when the document has been read, before DOMContentLoaded.
console.log('module', document.readyState, document.currentScript, typeof this);
document.addEventListener('DOMContentLoaded', () => console.log('DOMContentLoaded'));
addEventListener('load', () => console.log('load'));
queueMicrotask(() => console.log('microtask'));
Promise.resolve().then(() => console.log('promise'));
