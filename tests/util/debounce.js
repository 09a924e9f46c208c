// util.debounce: when the function is called and with what, who is promised what, windows, cancellation and signals.
const util = require('util');
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const told = (results) => results.map(({ value, reason }) => value ?? [reason.name, reason.code, reason.message, reason.cause]);
process.on('unhandledRejection', (error) => console.log('unhandled', error.message));

(async () => {
  for (const args of [[], [1], [() => {}], [() => {}, -1], [() => {}, 1.5], [() => {}, 2 ** 31], [() => {}, 1, 1],
    [() => {}, 1, { leading: 1 }], [() => {}, 1, { rejectOnCancel: 1 }], [() => {}, 1, { signal: 1 }],
    [() => {}, 1, { signal: AbortSignal.abort('reason') }]]) {
    try {
      util.debounce(...args);
      console.log('made');
    } catch (error) {
      console.log(error.name, error.code, error.message, error.cause);
    }
  }
  const named = util.debounce(function named(a, b) {}, 1);
  console.log(named.name, named.length, Object.keys(named), Object.getOwnPropertyNames(named));
  console.log(Object.entries(Object.getOwnPropertyDescriptors(named)).map(([name, { enumerable, writable, configurable }]) => [name, enumerable, writable, configurable]));

  const calls = [];
  const join = util.debounce(function(...args) {
    calls.push([this === join, ...args]);
    return args.join('+');
  }, 10);
  const first = join(1);
  const second = join(2, 3);
  console.log(first === second, join.pending === second, join.pendingCount, await Promise.all([first, second]), calls, join.pending, join.pendingCount);
  const flushed = join(4);
  console.log(join.flush(), calls.length, await flushed, join.flush(), join.cancel());
  const cancelled = [join(5), join(6)];
  console.log(join.cancel('why'), join.pendingCount, told(await Promise.allSettled(cancelled)));
  const failing = util.debounce(() => { throw new Error('failed'); }, 1);
  console.log((await Promise.allSettled([failing(), failing()])).map(({ reason }) => reason.message));
  const superseding = util.debounce((x) => x, 1, { rejectOnCancel: true });
  console.log(told(await Promise.allSettled([superseding(1), superseding(2)])));
  console.log(await util.debounce(async (x) => x, 0)('async'), join.ref() === join, join.unref() === join);
  join.ref();

  const led = [];
  const leading = util.debounce((x) => { led.push(x); return x; }, 20, { leading: true });
  const results = [leading('a'), leading('b'), leading('c')];
  console.log([...led], leading.pendingCount, await Promise.all(results), led);
  console.log(leading('d') === leading.pending, [...led]);
  leading('e');
  leading.pending.catch(() => {});
  leading.cancel('closes the window');
  leading('f');
  console.log([...led]);
  leading.flush();
  leading('g');
  console.log([...led], leading.pending);
  leading.cancel();
  const nested = [];
  const recursive = util.debounce(() => {
    nested.push('in');
    if (nested.length < 4) recursive();
    nested.push('out');
  }, 1, { leading: true });
  await Promise.all([recursive(), recursive()]);
  console.log(nested);

  const controller = new AbortController();
  const stopped = util.debounce((x) => x, 1, { signal: controller.signal });
  const waiting = stopped(1);
  controller.abort('enough');
  console.log(told(await Promise.allSettled([waiting, stopped(2)])), stopped.pending);

  const order = [];
  const later = util.debounce(() => {
    order.push('call');
    process.nextTick(() => order.push('tick'));
    Promise.resolve().then(() => order.push('1')).then(() => order.push('2'));
  }, 1);
  await later().then(() => order.push('promise'));
  await sleep(1);
  const now = util.debounce(() => order.push('call'), 1, { leading: true });
  now().then(() => order.push('promise'));
  order.push('after');
  Promise.resolve().then(() => order.push('1'));
  await sleep(2);
  console.log(order);

  // One rejection is told of, that of the last call.
  const unheard = util.debounce(() => { throw new Error('unheard'); }, 1);
  unheard();
  unheard();
  await sleep(5);
  unheard();
  unheard();
  unheard.cancel();
  await sleep(1);
})();
