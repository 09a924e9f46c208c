// An interval that another timer clears in time never fires; one that throws goes on.
const never = setInterval(() => console.log('never'), 20);
setTimeout(() => clearInterval(never), 5);
let count = 0;
const thrower = setInterval(() => {
  console.log('thrower', ++count);
  if (count === 3) clearInterval(thrower);
  throw new Error('on purpose');
}, 5);
