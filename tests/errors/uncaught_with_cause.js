// Causes are printed below, nested.
// @exit 1
// @same ... 5 lines matching ||| ... 2 lines matching
function read() {
  throw new Error('no such row', { cause: { table: 'users', id: 7 } });
}
try {
  read();
} catch (cause) {
  throw new Error('cannot greet', { cause });
}
