// AbortSignal.timeout goes off between timers, with a TimeoutError.
const signal = AbortSignal.timeout(20);
signal.onabort = () => console.log('aborted', signal.reason.name);
setTimeout(() => console.log('timer of 5', signal.aborted), 5);
setTimeout(() => console.log('timer of 50', signal.aborted), 50);
