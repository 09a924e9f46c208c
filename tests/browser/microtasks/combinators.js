// When all, allSettled, any and race answer, counted in turns.
const one = Promise.resolve(1);
const two = Promise.resolve(2);
const no = Promise.reject(new Error('no'));
Promise.all([one, two]).then(() => console.log('all'));
Promise.allSettled([one, no]).then(() => console.log('allSettled'));
Promise.any([no, two]).then(() => console.log('any'));
Promise.race([no, one]).catch(() => console.log('race'));
one.finally(() => console.log('finally')).then(() => console.log('after finally'));
(async () => {
  for (let turn = 1; turn <= 5; turn++) {
    await null;
    console.log('turn', turn);
  }
})();
