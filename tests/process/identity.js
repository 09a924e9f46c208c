// What the process is.
console.log(Number.isInteger(process.pid), Number.isInteger(process.ppid), process.pid !== process.ppid);
console.log(process.platform, process.arch);
console.log(/^v26\.\d+\.\d+$/.test(process.version), process.version === `v${process.versions.node}`);
console.log(process.release.name, typeof process.config, typeof process.features, process.features.inspector !== undefined);
console.log(process.features.require_module);
console.log(Object.prototype.toString.call(process), process[Symbol.toStringTag]);
console.log(process instanceof require('node:events'));
console.log(globalThis.process === process, require('node:process') === process, require('process') === process);
console.log(process.exiting, process._exiting);
process.versions.node = 'changed';
console.log(process.versions.node !== 'changed', typeof process.versions.uv);
