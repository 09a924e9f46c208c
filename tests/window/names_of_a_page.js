// The names of a page are there, and those of Node are not.
// @loop chrome firefox
// @output
//   []
//   []
//   true true true true
//   [object Window] [object Window] true true
//   setTimeout 1 1 0 1 1
//   false true
const page = [
  'window', 'self', 'document', 'location', 'navigator', 'performance', 'scheduler', 'setTimeout', 'setInterval', 'clearTimeout',
  'clearInterval', 'queueMicrotask', 'requestAnimationFrame', 'cancelAnimationFrame', 'requestIdleCallback', 'cancelIdleCallback',
  'postMessage', 'MessageChannel', 'MessagePort', 'MessageEvent', 'BroadcastChannel', 'TaskController', 'TaskSignal', 'structuredClone',
  'Event', 'EventTarget', 'CustomEvent', 'ErrorEvent', 'PromiseRejectionEvent', 'AbortController', 'AbortSignal', 'DOMException', 'URL',
  'URLSearchParams', 'TextEncoder', 'TextDecoder', 'Blob', 'atob', 'btoa', 'alert', 'confirm', 'prompt', 'reportError', 'addEventListener',
  'fetch', 'XMLHttpRequest', 'MutationObserver', 'Node', 'Element', 'HTMLElement',
];
console.log(page.filter((name) => !(name in window)));
const node = ['process', 'require', 'module', 'exports', '__filename', '__dirname', 'Buffer', 'setImmediate', 'clearImmediate', 'global'];
console.log(node.filter((name) => name in window));
console.log(window === self, window === globalThis, window === this, top === parent);
console.log(String(window), Object.prototype.toString.call(window), window instanceof Window, window instanceof EventTarget);
console.log(setTimeout.name, setTimeout.length, setInterval.length, clearTimeout.length, requestAnimationFrame.length, queueMicrotask.length);
console.log(Object.getOwnPropertyDescriptor(window, 'window').configurable, Object.keys(window).includes('setTimeout'));
