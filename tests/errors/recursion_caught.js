// Running out of stack is an exception like others, again and again.
function down(n) {
  return down(n + 1) + 1;
}
for (let i = 0; i < 3; i += 1) {
  try {
    down(0);
  } catch (error) {
    console.log(error instanceof RangeError, error.name);
  }
}
setTimeout(() => console.log('the loop goes on'), 1);
