// onerror has five arguments; true means handled. Listeners have their own order beside it.
addEventListener('error', (event) => console.log('listener', event.defaultPrevented));
onerror = function (message, file, line, column, error) {
  console.log('handler', arguments.length, typeof message, typeof line, error.message);
  return true;
};
addEventListener('error', (event) => console.log('second listener', event.defaultPrevented));
setTimeout(() => { throw new Error('handled'); }, 0);
