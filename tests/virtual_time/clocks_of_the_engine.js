// What else reads a clock agrees with Date: formatting without a date, and contexts of their own.
// @roundel-flags --virtual-time
'use strict';
const vm = require('node:vm');

const format = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'UTC' });
const year = String(new Date().getUTCFullYear());
console.log(format.format() === year, format.format(undefined) === year, format.format(0), format.format === format.format);
console.log(format.formatToParts()[0].value === year, format.formatToParts(0)[0].value, [new Date(0)].map(format.format));
console.log(format.format.name, format.format.length);
try {
  Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format').get.call({});
} catch (error) {
  console.log(error.name);
}

const context = vm.createContext({ outer: Date.now() });
const inside = (code) => vm.runInContext(code, context);
console.log(inside('Date.now() - outer >= 0 && Date.now() - outer < 5000'));
console.log(inside('Date') === Date, inside('new Date() instanceof Date'), inside('Date instanceof Function'), new Date() instanceof inside('Date'));
console.log(inside('class Inner extends Date {}; new Inner(5).getTime()'), inside('Date.prototype.constructor === Date'));
console.log(vm.runInNewContext('typeof Math.random()'), vm.runInThisContext('Date') === Date);
