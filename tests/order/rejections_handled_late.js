// Handled too late: reported, and rejectionHandled follows.
process.on('unhandledRejection', (reason) => console.log('unhandled', reason));
process.on('rejectionHandled', (promise) => console.log('handled late', promise === late));
const late = Promise.reject('late');
setTimeout(() => late.catch((reason) => console.log('caught', reason)), 5);
