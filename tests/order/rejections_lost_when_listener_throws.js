// A rejection left over when a listener threw stays lost, even when another one is reported later.
process.on('uncaughtException', (error) => console.log('caught', error.message));
let throws = true;
process.on('unhandledRejection', (reason) => {
  console.log('unhandled', reason);
  if (throws) {
    throws = false;
    throw new Error('from the listener');
  }
});
Promise.reject(1);
Promise.reject(2);
setTimeout(() => {
  console.log('another');
  Promise.reject(3);
}, 20);
