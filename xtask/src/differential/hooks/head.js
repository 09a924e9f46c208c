process.on('unhandledRejection', () => {});
const shared = Promise.resolve('shared');
