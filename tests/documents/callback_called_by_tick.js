// Called by a tick, it sees the variable set: the script has run to its end.
let value;
function call_soon(callback) {
  process.nextTick(callback);
}
call_soon(() => console.log('value', value));
value = 1;
