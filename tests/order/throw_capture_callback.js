// A capture callback stands before every uncaughtException listener.
process.on('uncaughtException', () => console.log('never'));
process.setUncaughtExceptionCaptureCallback((error) => console.log('captured', error.message));
console.log(process.hasUncaughtExceptionCaptureCallback());
setTimeout(() => {
  process.setUncaughtExceptionCaptureCallback(null);
  console.log(process.hasUncaughtExceptionCaptureCallback());
}, 5);
throw new Error('once');
