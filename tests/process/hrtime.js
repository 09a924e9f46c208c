// hrtime goes up; its difference form; bigint; wrong arguments.
const a = process.hrtime();
const b = process.hrtime();
console.log(a.length, a.every(Number.isInteger), b[0] > a[0] || (b[0] === a[0] && b[1] >= a[1]));
const difference = process.hrtime(a);
console.log(difference[0] === 0 || difference[0] === 1, difference[1] >= 0 && difference[1] < 1e9);
const c = process.hrtime.bigint();
console.log(typeof c, process.hrtime.bigint() >= c);
for (const wrong of [1, 'x', [1], [1, 2, 3]]) {
  try {
    process.hrtime(wrong);
  } catch (error) {
    console.log(error.code, error.message);
  }
}
