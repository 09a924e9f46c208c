// In a chain without a handler only the last promise is unhandled.
onunhandledrejection = (event) => {
  event.preventDefault();
  console.log('unhandled', event.promise === last, event.reason);
};
const last = Promise.reject('reason').then(() => console.log('never')).finally(() => console.log('finally'));
(async () => {
  try {
    await Promise.reject('inside');
  } catch (reason) {
    console.log('caught', reason);
  }
})();
