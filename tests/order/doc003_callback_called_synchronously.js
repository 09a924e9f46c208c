// Document 003, on ticks: a callback called before the function returns sees what is not yet set.
let bar;
function call_now(callback) {
  callback();
}
call_now(() => console.log('bar', bar));
bar = 1;
