// The methods of the global console.
'use strict';

console.log('log', 1, { a: 1 });
console.info('%s is %d', 'info', 2);
console.debug([1, 2, 3]);
console.warn('warn', null);
console.error('error', undefined);
console.log();
console.log('');
console.log('%');
console.dir({ a: { b: { c: { d: 1 } } } }, { depth: 0 });
console.dir({ [Symbol.for('nodejs.util.inspect.custom')]: () => 'custom' });
console.dirxml({ a: 1 }, [2]);

console.group('group', 1);
console.log('inside\nof it');
console.groupCollapsed();
console.warn('deeper');
console.log({ key: 'value '.repeat(20), other: 1 });
console.groupEnd();
console.log('back');
console.groupEnd();
console.groupEnd();
console.log('outside');

console.count();
console.count('label');
console.count();
console.countReset();
console.count();
console.count(undefined);
console.count(null);

console.assert(true, 'never seen');
console.assert(false);
console.assert(false, 'with %s', 'message');
console.assert(0, { a: 1 }, 'more');
console.assert();

const { log } = console;
log('works alone');
[1, 2].forEach(console.log);
console.log(Object.keys(console).join());
console.log(String(console), typeof console.Console, console instanceof console.Console);
console.log(console.clear(), console.profile('x'), console.profileEnd('x'), console.timeStamp('x'));
console.log(require('console') === console, require('node:console') === console, globalThis.console === console);

const original = process.stdout.write;
const written = [];
process.stdout.write = (text) => written.push(text) > 0;
console.log('captured', { a: 1 });
console.group('captured too');
console.log('in');
console.groupEnd();
process.stdout.write = original;
console.log(written);
