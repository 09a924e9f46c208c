// A module worker imports, is strict and has no importScripts.
const worker = new Worker('fixtures/module.mjs', { type: 'module', name: 'called' });
worker.onmessage = (event) => console.log(event.data);
