// throws, doesNotThrow, rejects and doesNotReject with every form of expectation.
'use strict';
const assert = require('node:assert');

function report(label, error) {
  console.log(label);
  console.log(error === undefined ? 'passes' : [error.name, error.code, error.operator, error.generatedMessage, `${error.message}`.replace(/\n[-+ ] +at .*/g, '')].join('\n'));
}
const describe = (args) => args.map((arg) => (typeof arg === 'function' ? arg.name || 'function' : String(arg))).join();
const thrower = (value) => () => { throw value; };
const error = Object.assign(new TypeError('the message'), { code: 'E_CODE', info: { a: [1] } });
class Special extends Error {}
const expectations = [
  [], ['text'], ['the message'], [TypeError], [RangeError], [Special], [TypeError, 'text'], [RangeError, 'text'], [/message/], [/other/], [/other/, 'text'],
  [{ message: 'the message' }], [{ message: 'other' }], [{ message: /the/ }], [{ message: /other/, code: 'E_CODE' }], [{ code: 'E_CODE', info: { a: [1] } }],
  [{ code: 'E_CODE', info: { a: [2] } }], [{ missing: undefined }], [{}], [new TypeError('the message')], [new TypeError('other')], [(e) => e === error], [() => false],
  [function named() { return 5; }], [() => { throw new Error('from validation'); }], [5], [null], [undefined], [/other/, new RangeError('own error')], [{ code: 'other' }, new RangeError('own error')],
  [RangeError, new RangeError('own error')], [() => false, new RangeError('own error')], [[]],
];
const sources = [['nothing', () => {}], ['error', thrower(error)], ['string', thrower('text')], ['null', thrower(null)], ['special', thrower(new Special('the message'))]];

async function main() {
  for (const [kind, source] of sources) {
    for (const args of expectations) {
      for (const name of ['throws', 'doesNotThrow']) {
        let caught;
        try {
          assert[name](source, ...args);
        } catch (thrown) {
          caught = thrown ?? { name: 'thrown', message: String(thrown) };
        }
        report(`${name} ${kind} ${describe(args)}`, caught);
      }
      for (const name of ['rejects', 'doesNotReject']) {
        let caught;
        try {
          await assert[name](async () => source(), ...args);
        } catch (thrown) {
          caught = thrown ?? { name: 'thrown', message: String(thrown) };
        }
        report(`${name} ${kind} ${describe(args)}`, caught);
      }
    }
  }
  for (const wrong of [5, 'x', undefined, {}, () => 5, Promise.resolve(1), { then() {}, catch() {} }]) {
    if (typeof wrong?.then === 'function' && !(wrong instanceof Promise)) continue;
    report('rejects', await assert.rejects(wrong).catch((thrown) => thrown));
    if (!(wrong instanceof Promise)) report('throws', (() => { try { assert.throws(wrong); } catch (thrown) { return thrown; } })());
  }
  report('synchronous', await assert.rejects(() => { throw new Error('synchronous'); }).catch((thrown) => thrown));
}
main();
