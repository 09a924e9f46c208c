// The Console class: streams, errors, colours, indentation, subclassing.
'use strict';
const { Console } = require('node:console');

function sink() {
  const lines = [];
  return { lines, write(text) { lines.push(text); return true; }, on() {}, once() {}, removeListener() {}, listenerCount() { return 0; } };
}
const out = sink();
const err = sink();
const logger = new Console(out, err);
logger.log('to out', { a: 1 });
logger.error('to err');
logger.group('g');
logger.warn('indented\nlines');
logger.info([1]);
console.log(out.lines, err.lines);

const both = sink();
const one = Console({ stdout: both, groupIndentation: 4, colorMode: true });
one.group('coloured');
one.error({ a: 'x', b: [1, null] });
one.table([true]);
console.log(both.lines);

const options = sink();
const inspecting = new Console({ stdout: options, inspectOptions: { depth: 0, sorted: true } });
inspecting.log({ b: { c: {} }, a: 1 });
inspecting.dir({ b: { c: {} }, a: 1 });
console.log(options.lines);

class Prefixed extends Console {
  log(...args) { super.log('prefix:', ...args); }
}
const prefixed = sink();
const sub = new Prefixed(prefixed);
sub.log('direct');
sub.count();
sub.info('not prefixed');
const { log } = sub;
log('bound');
console.log(prefixed.lines, sub instanceof Console, sub instanceof Prefixed, {} instanceof Console);

const failing = { ...sink(), write() { throw new Error('cannot write'); } };
new Console(failing).log('ignored');
try {
  new Console(failing, failing, false).log('not ignored');
} catch (error) {
  console.log(error.message);
}
for (const argument of [undefined, {}, { stdout: 5 }, { stdout: out, stderr: {} }, { stdout: out, colorMode: 'x' },
                        { stdout: out, inspectOptions: 5 }, { stdout: out, groupIndentation: -1 }, { stdout: out, groupIndentation: 'x' },
                        { stdout: out, colorMode: true, inspectOptions: { colors: true } }]) {
  try {
    new Console(argument);
    console.log('accepted');
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
console.log(Object.keys(Console.prototype).join(), Console.name);
