// The numbers and names of http2.constants, those that are listed and those that are not.
const { constants } = require('http2');
const names = Object.keys(constants);
const hidden = Object.getOwnPropertyNames(constants).filter((name) => !names.includes(name));
console.log(names.length, hidden.length);
console.log(Object.fromEntries(names.sort().map((name) => [name, constants[name]])));
for (const name of hidden.sort()) console.log(name, Object.getOwnPropertyDescriptor(constants, name));
