// mock.fn, mock.method and its kin, mock.property.
// @flags --test-reporter=spec --test-reporter-destination=stderr
// @stderr ignore
'use strict';

const { mock, test } = require('node:test');
const { log } = console;

function attempt(action) {
  try {
    log('ok', action());
  } catch (error) {
    log(error.name, error.code, error.message);
  }
}

test('functions', () => {
  const sum = mock.fn((a, b) => a + b);
  log(sum(1, 2), sum.call({ x: 1 }, 3, 4), sum.mock.callCount(), sum.length, sum.name);
  const [{ stack, ...call }] = sum.mock.calls;
  log(Object.keys(sum.mock.calls[0]), call, stack instanceof Error);
  sum.mock.mockImplementation(() => 'other');
  sum.mock.mockImplementationOnce(() => 'once');
  sum.mock.mockImplementationOnce(() => 'at 4', 4);
  log(sum(), sum(), sum(), sum());
  sum.mock.resetCalls();
  log(sum.mock.callCount());
  sum.mock.restore();
  log(sum(1, 1));
  const fails = mock.fn(() => { throw new Error('boom'); });
  attempt(fails);
  log(fails.mock.calls[0].error.message, fails.mock.calls[0].result);
  const twice = mock.fn((x) => x, (x) => -x, { times: 2 });
  log(twice(1), twice(1), twice(1));
  class A { constructor(x) { this.x = x; } }
  const B = mock.fn(A);
  const b = new B(5);
  log(b instanceof A, b.x, B.mock.calls[0].target === A, B.mock.calls[0].this === b);
});

test('methods', () => {
  const object = { value: 5, add(x) { return this.value + x; }, get g() { return this.value; }, set g(x) { this.value = x; } };
  mock.method(object, 'add', (x) => x * 100);
  log(object.add(2), object.add.mock.calls[0].arguments);
  object.add.mock.restore();
  log(object.add(2), object.add.mock);
  const getter = mock.getter(object, 'g', () => 'mocked');
  log(object.g, getter.mock.callCount());
  const setter = mock.setter(object, 'g', function(x) { this.value = -x; });
  object.g = 7;
  log(object.value, setter.mock.calls[0].arguments);
  mock.restoreAll();
  log(object.g);
  class Base { m() { return 'base'; } }
  class Derived extends Base {}
  const derived = new Derived();
  mock.method(derived, 'm', () => 'mocked');
  log(derived.m(), Object.hasOwn(derived, 'm'));
  mock.reset();
});

test('properties', () => {
  const object = { a: 1 };
  const { mock: context } = mock.property(object, 'a', 2);
  log(object.a, context.accessCount());
  object.a = 9;
  context.mockImplementationOnce('once');
  log(object.a, object.a, context.accesses.map(({ type, value }) => [type, value]));
  context.resetAccesses();
  log(context.accessCount());
  context.restore();
  log(object.a);
});

test('arguments', () => {
  attempt(() => mock.fn(1));
  attempt(() => mock.fn(() => {}, 1));
  attempt(() => mock.fn(() => {}, () => {}, { times: 0 }));
  attempt(() => mock.fn(() => {}, () => {}, { times: 'a' }));
  attempt(() => mock.method(null, 'a'));
  attempt(() => mock.method({}, 'a'));
  attempt(() => mock.method({ a() {} }, 5));
  attempt(() => mock.method({ a() {} }, 'a', { getter: true, setter: true }));
  attempt(() => mock.getter({ get a() { return 1; } }, 'a', { getter: false }));
  attempt(() => mock.fn().mock.mockImplementation(5));
  attempt(() => mock.fn().mock.mockImplementationOnce(() => {}, -1));
});

test('of the test', (t) => {
  const object = { m() { return 'original'; } };
  t.mock.method(object, 'm', () => 'mocked');
  log(object.m(), t.mock === t.mock, t.mock === mock);
  t.after(() => log('after', object.m()));
});
