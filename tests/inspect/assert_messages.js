// The messages of failed assertions.
'use strict';
const assert = require('node:assert');

function failure(run) {
  try {
    run();
    console.log(`${run}`, 'passes');
  } catch (error) {
    console.log(`${run}`);
    console.log(error.name, error.code, error.operator, error.generatedMessage, error.diff);
    console.log(error.message);
  }
}
const range = (length, changed) => Array.from({ length }, (_, i) => (i === changed ? 'changed' : i));
const same = { a: 1, b: { c: 'x'.repeat(80) } };
failure(() => assert(false));
failure(() => assert.ok(0));
failure(() => assert.ok(typeof 123 === 'string'));
failure(() => assert.ok(['a', 'b'].includes('(c')));
failure(() => assert.ok(0, 'message'));
failure(() => assert.ok(0, ''));
failure(() => assert.ok(0, 'formatted %s', 'message'));
failure(() => assert.ok(0, () => 'from a function'));
failure(() => assert.ok());
failure(() => assert.ok(null, new TypeError('own error')));
failure(() => assert.equal(1, 2));
failure(() => assert.equal('a', 'b', 'message'));
failure(() => assert.equal({ a: 1 }, { a: 1 }));
failure(() => assert.equal(NaN, NaN));
failure(() => assert.equal(1, '1'));
failure(() => assert.equal(1));
failure(() => assert.notEqual(1, '1'));
failure(() => assert.strictEqual(1, 2));
failure(() => assert.strictEqual(1, '1'));
failure(() => assert.strictEqual('a', 'b', 'message'));
failure(() => assert.strictEqual('a', 'b', 'formatted %d', 5));
failure(() => assert.strictEqual('hello world', 'hello there'));
failure(() => assert.strictEqual('x'.repeat(50), 'y'.repeat(50)));
failure(() => assert.strictEqual('one\ntwo\nthree', 'one\n2\nthree'));
failure(() => assert.strictEqual(0, -0));
failure(() => assert.strictEqual(NaN, NaN));
failure(() => assert.strictEqual(undefined, null));
failure(() => assert.strictEqual({ a: 1 }, { a: 1 }));
failure(() => assert.strictEqual([1, 2, 3], [1, 2, 4]));
failure(() => assert.strictEqual(() => {}, () => {}));
failure(() => assert.strictEqual(function first() {}, function second() {}));
failure(() => assert.strictEqual(Symbol('a'), Symbol('a')));
failure(() => assert.strictEqual(1, 2, new RangeError('own error')));
failure(() => assert.strictEqual(1, 2, 5));
failure(() => assert.notStrictEqual(1, 1));
failure(() => assert.notStrictEqual('long text', 'long text'));
failure(() => assert.notStrictEqual(same, same));
failure(() => assert.deepEqual({ a: 1 }, { a: 2 }));
failure(() => assert.deepEqual([1, 2], [1, 3], 'message'));
failure(() => assert.notDeepEqual({ a: 1 }, { a: '1' }));
failure(() => assert.deepStrictEqual({ a: 1 }, { a: '1' }));
failure(() => assert.deepStrictEqual({ a: 1, b: { c: [1, 2, 3] } }, { a: 1, b: { c: [1, 2, 4] } }));
failure(() => assert.deepStrictEqual({ b: 1, a: 2 }, { a: 2, b: 2 }, 'message'));
failure(() => assert.deepStrictEqual([1, 2, 3], [1, 2]));
failure(() => assert.deepStrictEqual([1], { 0: 1 }));
failure(() => assert.deepStrictEqual([], [1]));
failure(() => assert.deepStrictEqual(range(10, 9), range(10)));
failure(() => assert.deepStrictEqual(range(60, 30), range(60)));
failure(() => assert.deepStrictEqual(range(8, 7), range(8)));
failure(() => assert.deepStrictEqual(range(7, 6), range(7)));
failure(() => assert.deepStrictEqual(new Map([[1, { a: 1 }]]), new Map([[1, { a: 2 }]])));
failure(() => assert.deepStrictEqual(new Set([1, 2, 3]), new Set([1, 2])));
failure(() => assert.deepStrictEqual(new Date(0), new Date(1)));
failure(() => assert.deepStrictEqual(Object.create(null), {}));
failure(() => assert.deepStrictEqual(new Error('a'), new Error('b')));
failure(() => assert.deepStrictEqual(new (class Foo {})(), new (class Foo {})()));
failure(() => assert.deepStrictEqual({ get a() { return 1; } }, { a: 2 }));
failure(() => assert.deepStrictEqual([undefined], [null]));
failure(() => assert.deepStrictEqual('a', 'b'));
failure(() => assert.notDeepStrictEqual({ a: 1 }, { a: 1 }));
failure(() => assert.notDeepStrictEqual(range(60), range(60)));
failure(() => assert.partialDeepStrictEqual({ a: 1, b: 2 }, { a: 1 }));
failure(() => assert.partialDeepStrictEqual({ a: 1, b: 2, c: 3 }, { a: 1, d: 2 }));
failure(() => assert.fail());
failure(() => assert.fail('message'));
failure(() => assert.fail(new TypeError('own error')));
failure(() => assert.ifError(null));
failure(() => assert.ifError(new Error('unwanted')));
failure(() => assert.ifError('text'));
failure(() => assert.match('abc', /x/));
failure(() => assert.match('abc', /b/));
failure(() => assert.match(5, /x/));
failure(() => assert.match('abc', 'x'));
failure(() => assert.doesNotMatch('abc', /b/, 'message'));
failure(() => assert.strict.equal(1, '1'));
failure(() => assert.strict(0));
failure(() => new assert.Assert({ strict: false }).equal(1, '1'));
failure(() => new assert.Assert({ diff: 'full' }).deepStrictEqual([1], [2]));
failure(() => new assert.Assert({ diff: 'other' }));
failure(() => { throw new assert.AssertionError({ actual: 1, expected: 2, operator: 'strictEqual' }); });
failure(() => { throw new assert.AssertionError({ message: 'message' }); });
failure(() => { throw new assert.AssertionError({ actual: 1, expected: 2, operator: 'of mine' }); });
failure(() => new assert.AssertionError());

try {
  assert.strictEqual('a\n'.repeat(20), 'b'.repeat(600));
} catch (error) {
  error.stack = error.stack.split('\n').filter((line) => !line.startsWith('    at ')).join('\n');
  console.log(error, Object.keys(error), `${error}`);
}
console.log(Object.keys(assert).join(), Object.keys(assert.strict).join(), assert.strict.strict === assert.strict);
console.log(require('node:assert/strict') === assert.strict, assert.name, assert.strict.name);
