// --unhandled-rejections=strict: the exception first, then the listener.
// @flags --unhandled-rejections=strict
process.on('uncaughtException', (error, origin) => console.log('caught', error.message, origin));
process.on('unhandledRejection', (reason) => console.log('unhandled', reason.message));
Promise.reject(new Error('reason'));
setTimeout(() => console.log('goes on'), 1);
