// Document 003, on ticks: the same by nextTick sees the variable set.
let bar;
function call_soon(callback) {
  process.nextTick(callback);
}
call_soon(() => console.log('bar', bar));
bar = 1;
