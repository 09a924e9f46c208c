// The names of a program's time: what a later Node brought is not there under an older loop, and process.version says so.
// @loop node node11 node10
const names = [
  'TextDecoder', 'queueMicrotask', 'globalThis', 'FinalizationRegistry', 'WeakRef', 'AbortController', 'AbortSignal',
  'AggregateError', 'Event', 'EventTarget', 'MessageChannel', 'MessageEvent', 'MessagePort', 'atob', 'btoa', 'performance',
  'DOMException', 'structuredClone', 'Blob', 'BroadcastChannel', 'Performance', 'CustomEvent', 'PerformanceObserver', 'File',
  'navigator', 'Iterator', 'DisposableStack', 'AsyncDisposableStack', 'SuppressedError',
  'Buffer', 'URL', 'URLSearchParams', 'setImmediate', 'process', 'global', 'console', 'SharedArrayBuffer', 'BigInt',
];
for (const name of names) console.log(name, name in global, Object.getOwnPropertyNames(global).indexOf(name) !== -1);
console.log(process.version, process.versions.node, process.versions.uv, process.versions.modules, process.versions.napi);
try {
  structuredClone(1);
  console.log('cloned');
} catch (error) {
  console.log(error.name);
}
