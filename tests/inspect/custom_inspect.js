// util.inspect.custom: what it gets, what it may return, where it is not asked.
'use strict';
const util = require('node:util');
const { inspect } = util;

const custom = (result) => ({ [inspect.custom]: () => result });
for (const result of ['text', 'two\nlines', 5, null, undefined, Symbol('s'), true, { an: { object: {} } }, [1, 2], () => {}, 10n]) {
  console.log(custom(result));
  console.log([custom(result)], { key: custom(result) });
  console.log({ deep: { er: custom(result) } });
}
console.log(inspect.custom === Symbol.for('nodejs.util.inspect.custom'));

const reporting = {
  [inspect.custom](depth, options, given) {
    return [depth, options.depth, options.extra, given === inspect, Object.keys(options), options.stylize('styled', 'special')];
  },
};
console.log(inspect(reporting));
console.log(inspect({ a: { reporting } }, { depth: 5, extra: 'passed on' }));
console.log(inspect({ reporting }, { depth: null, colors: true }));
console.log(inspect(reporting, { customInspect: false }));

class Money {
  constructor(amount) { this.amount = amount; }
  [inspect.custom](depth, options, given) { return depth < 0 ? options.stylize('[Money]', 'special') : `Money<${given(this.amount, options)}>`; }
}
console.log(new Money(5), [new Money({ a: [] })], inspect({ a: { b: { c: new Money(1) } } }), Money.prototype);
console.log(Object.create(new Money(7)), new Proxy(new Money(8), {}));

const itself = { [inspect.custom]() { return this; }, visible: 1 };
console.log(itself);
console.log({ [inspect.custom]: 'not a function' }, { inspect: () => 'ignored' });
console.log(util.format('%s %o %O', new Money(1), new Money(2), new Money(3)));
try {
  inspect({ [inspect.custom]() { throw new Error('from custom'); } });
} catch (error) {
  console.log(error.message);
}
