// promisify, callbackify, inherits, deprecate, styleText, diff and the other small functions of util.
// @stderr ignore
'use strict';
const util = require('node:util');

const attempt = (label, run) => {
  try {
    console.log(label, run());
  } catch (error) {
    console.log(label, error.name, error.code, error.message);
  }
};

console.log(Object.keys(util).join());

function sum(a, b, callback) { process.nextTick(callback, null, a + b); }
sum.extra = 'kept';
const promised = util.promisify(sum);
console.log(promised, promised.extra, promised.length, util.promisify(promised) === promised);
attempt('promisify', () => util.promisify(5));
attempt('promisify.custom', () => util.promisify(Object.assign(() => {}, { [util.promisify.custom]: 5 })));
const special = () => 'custom';
console.log(util.promisify(Object.assign(() => {}, { [util.promisify.custom]: special })) === special);
promised(1, 2).then((value) => console.log('promised', value));
util.promisify((callback) => callback(new Error('failed')))().catch((error) => console.log('rejected', error.message));

const called = util.callbackify(async function add(a, b) { return a + b; });
console.log(called.name, called.length);
called(1, 2, (error, value) => console.log('called', error, value));
util.callbackify(() => Promise.reject(null))((error) => console.log(error.code, error.message, error.reason));
util.callbackify(() => Promise.reject(new Error('reason')))((error) => console.log('callback error', error.message));
attempt('callbackify', () => util.callbackify('x'));
attempt('no callback', () => called(1));

function Parent() {}
Parent.prototype.hello = () => 'hello';
function Child() {}
util.inherits(Child, Parent);
console.log(new Child().hello(), Child.super_ === Parent, Object.keys(Child), new Child() instanceof Parent);
for (const args of [[], [Child], [Child, null], [Child, () => {}]]) attempt('inherits', () => util.inherits(...args));

for (const [format, text] of [['red', 'x'], [['bold', 'blue'], 'x'], ['#f00', 'x'], ['#00ff7f', 'x'], ['none', 'x'], [[], 'x'], ['nope', 'x'], ['red', 5]]) {
  attempt(JSON.stringify(format), () => JSON.stringify(util.styleText(format, text, { validateStream: false })));
}
const inner = util.styleText('blue', 'inner', { validateStream: false });
console.log(JSON.stringify(util.styleText(['red', 'bold'], `a${inner}b`, { validateStream: false })));
console.log(util.styleText('red', 'no terminal'), JSON.stringify(util.stripVTControlCharacters('\x1b[31mx\x1b[39m \x1b]8;;http://a\x07link\x1b]8;;\x07')));
attempt('strip', () => util.stripVTControlCharacters(5));

for (const [a, b] of [['abc', 'abd'], ['', 'ab'], ['abcdef', 'acf'], [['a', 'b'], ['b', 'c']], ['same', 'same'], ['kitten', 'sitting']]) console.log(util.diff(a, b));
attempt('diff', () => util.diff(5, 'a'));
console.log(util.toUSVString('a\ud800b'), util.isDeepStrictEqual({ a: [1] }, { a: [1] }), util.isDeepStrictEqual([1], ['1']));
console.log(util.parseEnv('A=1\n# comment\nB="quoted # value"\nexport C=\'single\'\nD=plain # comment\nE=\nF\n G = spaced \nH="a\\nb"\nI=`tick`\nJ="multi\nline"'));
attempt('parseEnv', () => util.parseEnv(5));
console.log(util.getSystemErrorName(-2), util.getSystemErrorMessage(-2), util.getSystemErrorMap().get(-13), util.getSystemErrorName(-99999));
attempt('errno', () => util.getSystemErrorName(1));
console.log(util.debuglog('nothing').enabled, util.debuglog === util.debug, util.debuglog('nothing')('unseen'));
console.log(util.convertProcessSignalToExitCode('SIGKILL'));
attempt('markPromiseAsHandled', () => util.markPromiseAsHandled(5));
attempt('getCallSites', () => util.getCallSites(0));
console.log(util.getCallSites(1).map((site) => [site.functionName, typeof site.lineNumber, site.scriptName === __filename]));
util.markPromiseAsHandled(Promise.reject(new Error('never reported')));

const old = util.deprecate(function old(a) { return a * 2; }, 'old() is deprecated', 'DEP_TEST');
class Old { constructor(a) { this.a = a; } static make() { return 'made'; } }
const OldClass = util.deprecate(Old, 'Old is deprecated', 'DEP_TEST');
process.on('warning', (warning) => console.log(warning.name, warning.code, warning.message));
console.log(old(2), old(3), old.length, new OldClass(1).a, new OldClass(1) instanceof Old, OldClass.make());
