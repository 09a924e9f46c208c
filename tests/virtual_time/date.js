// Date is the Date that programs know.
// @roundel-flags --virtual-time
'use strict';
const util = require('node:util');

const native = (fn) => Function.prototype.toString.call(fn).replace(/\s+/g, ' ');
console.log(Date.name, Date.length, native(Date), util.inspect(Date));
console.log(Date.now.name, Date.now.length, native(Date.now), 'prototype' in Date.now);
console.log(Object.getOwnPropertyDescriptor(globalThis, 'Date').enumerable, Object.keys(Date), Object.getOwnPropertyNames(Date).sort());
console.log(Object.getOwnPropertyDescriptor(Date, 'prototype').writable, Object.getOwnPropertyDescriptor(Date, 'now').writable);
console.log(Date.prototype.constructor === Date, new Date().constructor === Date, Object.getPrototypeOf(Date) === Function.prototype);
console.log(Date instanceof Function, new Date() instanceof Date, Date.prototype.isPrototypeOf(new Date()));

console.log(typeof Date(), typeof Date(0), Date() === new Date().toString() || 'the second has changed');
console.log(new Date(0).toISOString(), new Date(2020, 1, 29, 12).getDate(), new Date('2000-01-01').getTime(), Date.UTC(2000, 1));
console.log(new Date(undefined).getTime(), new Date(null).getTime(), new Date(new Date(7)).getTime(), String(new Date(NaN)));
console.log(JSON.stringify({ at: new Date(1) }), util.inspect(new Date(2)), util.types.isDate(new Date()), util.types.isProxy(Date));
console.log(Object.prototype.toString.call(new Date()), structuredClone(new Date(3)).getTime());

class Moment extends Date {
  constructor(...parts) {
    super(...parts);
    this.own = true;
  }

  get year() { return this.getUTCFullYear(); }
}
const moment = new Moment();
console.log(moment instanceof Moment, moment instanceof Date, moment.own, moment.year >= 2024, new Moment(4).getTime(), new Moment(5));
function Old() {}
Old.prototype = Object.create(Date.prototype);
const constructed = Reflect.construct(Date, [], Old);
console.log(constructed instanceof Old, constructed instanceof Date, Date.prototype.getTime.call(constructed) > 0);
for (const wrong of [() => new Date.now(), () => Date.prototype.getTime.call({}), () => Reflect.construct(Date, [], () => {})]) {
  try {
    wrong();
  } catch (error) {
    console.log(error.name);
  }
}

// Nobody who meddles with the global has an effect on builtins.
const { now } = Date;
Date.now = () => 12;
console.log(Date.now(), now() > 12, performance.timeOrigin > 1e12);
globalThis.Date = class {};
console.log(util.inspect(new (moment.constructor)(6)), require('node:fs').statSync(__filename).mtime.getTime() > 1e12);
