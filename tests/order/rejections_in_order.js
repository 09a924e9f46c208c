// Several rejections are reported in the order they happened.
process.on('unhandledRejection', (reason) => {
  console.log('unhandled', reason);
  Promise.resolve().then(() => console.log('job after', reason));
});
for (const n of [1, 2, 3]) Promise.reject(n);
(async () => {
  throw 'async';
})();
