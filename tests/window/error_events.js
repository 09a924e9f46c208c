// The window hears of errors; who prevents the default keeps them from being printed.
// @loop chrome firefox
// @output
//   unhandledrejection nobody handles this true
//   onerror TypeError: in a timer error_events.js 20 TypeError
//   listener true true true
//   onerror RangeError: reported error_events.js 22 RangeError
//   listener true true true
window.onerror = function(message, source, line, column, error) {
  console.log('onerror', message.replace(/^Uncaught /, ''), source.replace(/.*\//, ''), line, error.constructor.name);
  return true;
};
addEventListener('error', (event) => console.log('listener', event.defaultPrevented, event.cancelable, event.isTrusted));
addEventListener('unhandledrejection', (event) => {
  console.log(event.type, event.reason, event.cancelable);
  event.preventDefault();
});
Promise.reject('nobody handles this');
setTimeout(() => {
  throw new TypeError('in a timer');
}, 1);
setTimeout(() => reportError(new RangeError('reported')), 2);
