// What an idle callback asks for waits for the next period, and a timer ends a period.
// @loop chrome firefox
// @roundel-flags --virtual-time
// @output
//   first false true true
//   second
//   timer
//   third true
setTimeout(() => {
  requestIdleCallback((deadline) => {
    console.log('first', deadline.didTimeout, deadline.timeRemaining() > 20, deadline.timeRemaining() <= 30);
    requestIdleCallback((next) => console.log('third', next.timeRemaining() > 40));
  });
  requestIdleCallback(() => console.log('second'));
  cancelIdleCallback(requestIdleCallback(() => console.log('never')));
  setTimeout(() => console.log('timer'), 30);
}, 50);
