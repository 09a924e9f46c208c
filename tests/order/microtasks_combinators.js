// all, allSettled, any, race: how many jobs each takes beside a plain chain.
const log = (text) => () => console.log(text);
const now = (n) => Promise.resolve(n);
Promise.all([now(1), now(2)]).then((values) => console.log('all', values));
Promise.allSettled([now(1), Promise.reject(2)]).then((results) => console.log('allSettled', results.map((r) => r.status)));
Promise.any([Promise.reject(1), now(2)]).then((value) => console.log('any', value));
Promise.race([now(1), now(2)]).then((value) => console.log('race', value));
Promise.all([]).then(log('all of nothing'));
Promise.any([]).catch((error) => console.log('any of nothing', error.errors));
Promise.resolve().then(log('1')).then(log('2')).then(log('3')).then(log('4'));
