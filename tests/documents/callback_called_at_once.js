// A callback called before the function returns sees a variable that is not yet set.
let value;
function call_now(callback) {
  callback();
}
call_now(() => console.log('value', value));
value = 1;
