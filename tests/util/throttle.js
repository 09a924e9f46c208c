// util.throttle: how many calls an interval has, what waits, what is dropped, concurrency, cancellation and signals.
const util = require('util');
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const told = (results) => results.map(({ value, reason }) => value ?? [reason.name, reason.code, reason.message, reason.cause]);
process.on('unhandledRejection', (error) => console.log('unhandled', error.message));

(async () => {
  for (const args of [[], [1], [() => {}], [() => {}, 0, 1], [() => {}, 1.5, 1], [() => {}, 1], [() => {}, 1, -1], [() => {}, 1, 1, null],
    [() => {}, 1, 1, { concurrency: 0 }], [() => {}, 1, 1, { concurrency: 'x' }], [() => {}, 1, 1, { maxPending: -1 }],
    [() => {}, 1, 1, { overflow: 'x' }], [() => {}, 1, 1, { strict: 1 }], [() => {}, 1, 1, { signal: 1 }],
    [() => {}, 1, 1, { signal: AbortSignal.abort('reason') }]]) {
    try {
      util.throttle(...args);
      console.log('made');
    } catch (error) {
      console.log(error.name, error.code, error.message, error.cause);
    }
  }
  const named = util.throttle(function named(a, b) {}, 1, 1);
  console.log(named.name, named.length, Object.keys(named), Object.getOwnPropertyNames(named));
  console.log(Object.entries(Object.getOwnPropertyDescriptors(named)).map(([name, { enumerable, writable, configurable }]) => [name, enumerable, writable, configurable]));

  const calls = [];
  const twice = util.throttle((x) => { calls.push(x); return x; }, 2, 200);
  const results = [1, 2, 3, 4, 5].map((x) => twice(x));
  console.log([...calls], twice.pendingCount, twice.activeCount, twice.pending === results[4], twice.hasImmediateCapacity());
  await results[2];
  console.log([...calls]);
  console.log(await Promise.all(results), calls, twice.pending, twice.pendingCount, twice.activeCount);
  // To give up what waits is to begin anew.
  const given = [6, 7, 8].map((x) => twice(x));
  console.log(twice.cancel('why'), twice.pendingCount, twice.hasImmediateCapacity());
  given.push(twice(9));
  console.log(told(await Promise.allSettled(given)), twice.ref() === twice, twice.unref() === twice);

  const dropping = util.throttle((x) => x, 1, 1000, { overflow: 'drop' });
  console.log(told(await Promise.allSettled([dropping(1), dropping(2)])));
  const short = util.throttle((x) => x, 1, 10, { maxPending: 1 });
  console.log(told(await Promise.allSettled([short(1), short(2), short(3)])));
  dropping(4);
  console.log(await Promise.all([1, 2, 3].map(util.throttle((x) => x, 1, 0))));

  let most = 0;
  let active = 0;
  const few = util.throttle(async (x) => {
    most = Math.max(most, ++active);
    await sleep(1);
    active--;
    return x;
  }, 10, 1000, { concurrency: 2 });
  const working = [1, 2, 3, 4].map((x) => few(x));
  console.log(few.activeCount, few.pendingCount, few.hasImmediateCapacity(), await Promise.all(working), most, few.activeCount);
  const one = util.throttle((x) => x, 5, 1000, { concurrency: 1 });
  const both = [one(1), one(2)];
  console.log(one.activeCount, one.pendingCount, await Promise.all(both));
  const long = util.throttle(() => sleep(1), 5, 1000, { concurrency: 1 });
  const going = [long(), long()];
  long.cancel();
  console.log(long.activeCount, long.pendingCount, (await Promise.allSettled(going)).map(({ status }) => status));

  const controller = new AbortController();
  const stopped = util.throttle((x) => x, 1, 1000, { signal: controller.signal });
  const waiting = [stopped(1), stopped(2)];
  controller.abort('enough');
  console.log(told(await Promise.allSettled([...waiting, stopped(3)])), stopped.hasImmediateCapacity());
  const failing = util.throttle(() => { throw new Error('failed'); }, 1, 1);
  console.log(await failing().catch((error) => error.message), failing.activeCount);
  console.log(await util.throttle(() => ({ then(resolve) { resolve('thenable'); } }), 1, 1)());

  // An interval begins with its first call, or any interval counts: the third call of the second pair has to wait longer.
  for (const strict of [false, true]) {
    const start = Date.now();
    const at = util.throttle(() => Date.now() - start, 2, 400, { strict });
    const moments = [at()];
    await sleep(280);
    moments.push(at(), at(), at());
    const [, , third, fourth] = await Promise.all(moments);
    console.log(strict, third >= 399, fourth - third > 140);
  }

  const order = [];
  const now = util.throttle(() => order.push('call'), 1, 1);
  now().then(() => order.push('promise'));
  order.push('after');
  Promise.resolve().then(() => order.push('1')).then(() => order.push('2')).then(() => order.push('3'));
  await sleep(2);
  console.log(order);
  const unheard = util.throttle(() => {}, 1, 1000);
  unheard();
  unheard();
  unheard();
  unheard.cancel();
  await sleep(1);
})();
