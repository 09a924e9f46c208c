// The stack goes on past an await.
// @exit 1
async function inner() {
  await null;
  throw new Error('after an await');
}
async function outer() {
  await inner();
}
outer();
