// timers/promises: values, options, abort, the interval as an iterator, the scheduler.
'use strict';
const timers = require('node:timers/promises');
const { getEventListeners } = require('node:events');
const { promisify } = require('node:util');

async function show(title, fn) {
  try {
    console.log(title, '->', await fn());
  } catch (error) {
    console.log(title, '|', error.name, error.code, '|', error.message, '|', error.cause);
  }
}
async function main() {
  await show('timeout', () => timers.setTimeout(1, 'value'));
  await show('undefined', () => timers.setTimeout());
  await show('immediate', () => timers.setImmediate('value'));
  await show('bad options', () => timers.setTimeout(1, 1, 5));
  await show('bad signal', () => timers.setTimeout(1, 1, { signal: 5 }));
  await show('bad ref', () => timers.setImmediate(1, { ref: 5 }));
  await show('bad delay', () => timers.setTimeout('1'));
  await show('aborted', () => timers.setTimeout(1, 1, { signal: AbortSignal.abort('before') }));
  const controller = new AbortController();
  setImmediate(() => controller.abort('meanwhile'));
  await show('aborting', () => timers.setTimeout(10_000, 1, { signal: controller.signal }));
  console.log(getEventListeners(controller.signal, 'abort').length);
  const kept = new AbortController();
  await timers.setImmediate(1, { signal: kept.signal });
  console.log(getEventListeners(kept.signal, 'abort').length);

  let rounds = 0;
  for await (const value of timers.setInterval(2, 'round')) {
    console.log(value);
    if (++rounds === 3) break;
  }
  const stop = new AbortController();
  await show('interval', async () => {
    for await (const value of timers.setInterval(2, 'once', { signal: stop.signal })) {
      console.log(value);
      stop.abort('enough');
    }
  });
  await show('interval aborted', () => timers.setInterval(1, 1, { signal: AbortSignal.abort(1) }).next());
  await show('interval delay', () => timers.setInterval('1').next());
  // Rounds that nobody waited for are not lost.
  const late = timers.setInterval(1, 'late');
  await late.next();
  const begin = Date.now();
  while (Date.now() - begin < 5);
  await timers.setImmediate();
  console.log(await late.next(), await late.return('back'), await late.next());

  await show('wait', () => timers.scheduler.wait(1));
  await show('yield', () => timers.scheduler.yield());
  await show('wait aborted', () => timers.scheduler.wait(1, { signal: AbortSignal.abort('w') }));
  await show('scheduler', () => new timers.scheduler.constructor());
  console.log(promisify(setTimeout) === timers.setTimeout, promisify(setImmediate) === timers.setImmediate);

  const order = [];
  timers.setImmediate(1, { signal: kept.signal }).then(() => order.push('with a signal'));
  timers.setImmediate(1).then(() => order.push('without'));
  setImmediate(() => order.push('callback'));
  await timers.setTimeout(10);
  console.log(order);
  timers.setTimeout(100_000, 1, { ref: false });
}
main();
