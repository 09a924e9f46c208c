// A listener that throws: the error goes to uncaughtException, and the rejection after it in the same
// round is lost.
process.on('uncaughtException', (error) => console.log('caught', error.message));
process.on('unhandledRejection', (reason) => {
  console.log('unhandled', reason);
  throw new Error(`from listener of ${reason}`);
});
Promise.reject(1);
Promise.reject(2);
setTimeout(() => console.log('goes on'), 1);
