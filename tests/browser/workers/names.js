// What there is in a worker and what not.
const worker = new Worker(URL.createObjectURL(new Blob([`
  const names = ['window', 'document', 'parent', 'alert', 'localStorage', 'HTMLElement', 'Node', 'Worker', 'MessageChannel', 'BroadcastChannel',
    'fetch', 'XMLHttpRequest', 'FileReader', 'URL', 'Blob', 'TextEncoder', 'ReadableStream', 'crypto', 'performance', 'setTimeout', 'queueMicrotask',
    'structuredClone', 'importScripts', 'WorkerGlobalScope', 'DedicatedWorkerGlobalScope', 'WorkerLocation', 'WorkerNavigator', 'Navigator',
    'Location', 'requestIdleCallback', 'PerformanceTiming'];
  for (const name of names) postMessage(name + ' ' + typeof self[name]);
  postMessage([self instanceof DedicatedWorkerGlobalScope, self instanceof WorkerGlobalScope, self instanceof EventTarget,
    Object.prototype.toString.call(self), navigator instanceof WorkerNavigator, location instanceof WorkerLocation, onmessage === null].join(' '));
`])));
worker.onmessage = (event) => console.log(event.data);
