// process.moduleLoadList: what has been loaded, which grows.
const list = process.moduleLoadList;
const { writable, enumerable, configurable } = Object.getOwnPropertyDescriptor(process, 'moduleLoadList');
console.log(Array.isArray(list), writable, enumerable, configurable);
console.log(list.every((entry) => /^(NativeModule|Internal Binding) \S+$/.test(entry)));
console.log(list.includes('NativeModule zlib'));
require('zlib');
console.log(list.includes('NativeModule zlib'), list === process.moduleLoadList);
