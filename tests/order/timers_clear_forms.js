// clearTimeout takes the object, its number or its text; the clear functions are interchangeable;
// anything else is ignored.
clearTimeout(setTimeout(() => console.log('object'), 1));
clearTimeout(+setTimeout(() => console.log('number'), 1));
clearTimeout(String(+setTimeout(() => console.log('text'), 1)));
clearInterval(setTimeout(() => console.log('by clearInterval'), 1));
clearTimeout(setInterval(() => console.log('interval by clearTimeout'), 1));
setTimeout(() => console.log('by close'), 1).close();
for (const odd of [undefined, null, {}, 'x', -1, NaN, Symbol.iterator, () => {}]) clearTimeout(odd);
const done = setTimeout(() => {
  clearTimeout(done);
  clearTimeout(done);
  console.log('cleared in its own callback, twice');
}, 1);
