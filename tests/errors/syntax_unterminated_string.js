// @exit 1
console.log('never printed');
const text = 'no end;
