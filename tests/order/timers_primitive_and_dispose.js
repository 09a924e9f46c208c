// A Timeout turns into a number that clears it; Symbol.dispose clears it too.
const a = setTimeout(() => console.log('never a'), 1);
console.log(typeof a[Symbol.toPrimitive](), Number.isInteger(+a));
clearTimeout(+a);
const b = setTimeout(() => console.log('never b'), 1);
b[Symbol.dispose]();
const c = setImmediate(() => console.log('never c'));
c[Symbol.dispose]();
console.log(a._destroyed, b._destroyed, c._destroyed);
console.log(a.constructor.name, c.constructor.name);
