// Everything that a structured clone can hold goes to a child and comes back.
'use strict';
const { fork } = require('child_process');
const { inspect } = require('util');

if (process.argv[2] === 'child') {
  process.on('message', (message) => {
    if (message === 'end') process.disconnect();
    else process.send(message);
  });
  process.send({});
  return;
}

const circular = { list: [] };
circular.list.push(circular, circular.list);
const shared = { shared: true };
const values = [
  null, true, -1, 0, -0, 1.5, 2 ** 31, 2 ** 40, 'é', 'ключ', 'a€', '', [1, , 3], [1, 2], { a: { b: [undefined] }, 5: 'x' },
  new Date(5), /x+/giu, 12345678901234567890n, -5n, 0n, new Map([[1, { a: 1 }], ['k', new Set([1, 'x'])]]), Buffer.from('hi'),
  new Uint8Array([1, 2]), new Float64Array([Math.PI]), new BigInt64Array([-1n]), new Int16Array(2),
  new ArrayBuffer(4), Object('str'), Object(5), Object(true), Object(7n), { n: NaN, i: Infinity, und: undefined }, circular,
  [shared, shared], { __proto__: null, a: 1 }, new (class Named { x = 1; })(), { ['__proto__']: 5 }, 'x'.repeat(300000),
  Object.assign([1, 2], { extra: 'property' }),
];
const child = fork(__filename, ['child'], { serialization: 'advanced' });
let next = -1;
child.on('message', ({ value }) => {
  if (next >= 0) console.log(inspect(value, { maxStringLength: 50, depth: 5 }), Object.is(value, -0), value?.[0] === value?.[1]);
  next++;
  if (next < values.length) child.send({ value: values[next] });
  else errors();
});

function errors() {
  child.removeAllListeners('message');
  const failure = new RangeError('too much', { cause: new TypeError('the cause') });
  child.once('message', ({ error }) => {
    console.log(error instanceof RangeError, error.message, error.stack.split('\n')[0], error.cause instanceof TypeError, error.cause.message);
    for (const value of [() => {}, Symbol('x'), { deep: [() => {}] }, new WeakMap(), Promise.resolve()]) {
      try {
        child.send({ value });
        console.log('sent');
      } catch (error) {
        console.log(error.name, error.code, error.message);
      }
    }
    child.send('end');
  });
  child.send({ error: failure });
}
child.on('close', (code) => console.log('close', code));
