// process.addUncaughtExceptionCaptureCallback: the newest first, the first that answers true takes the error; the one
// callback of setUncaughtExceptionCaptureCallback goes before them all.
process.on('uncaughtException', (error) => console.log('listener', error.message));
process.on('uncaughtExceptionMonitor', (error) => console.log('monitor', error.message));
process.addUncaughtExceptionCaptureCallback((error) => {
  console.log('older', error.message);
  return error.message === 'older takes it';
});
process.addUncaughtExceptionCaptureCallback((error) => {
  console.log('newer', error.message);
  if (error.message === 'newer takes it') return true;
  return error.message === 'nearly true' ? 1 : undefined;
});
console.log('has the one callback:', process.hasUncaughtExceptionCaptureCallback());
for (const message of ['older takes it', 'newer takes it', 'nearly true', 'nobody takes it']) {
  setTimeout(() => {
    throw new Error(message);
  });
}
setTimeout(() => {
  process.setUncaughtExceptionCaptureCallback((error) => console.log('the one', error.message));
  throw new Error('with the one');
}, 5);
for (const wrong of [1, null, {}]) {
  try {
    process.addUncaughtExceptionCaptureCallback(wrong);
  } catch (error) {
    console.log(error.code, error.message);
  }
}
