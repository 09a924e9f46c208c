// What an interface refuses, what it defaults to, and what it says after it was closed.
// @same Cannot read properties of undefined (reading 'history') ||| undefined is not an object (evaluating 'input.history')
// @same Cannot read properties of null (reading 'history') ||| null is not an object (evaluating 'input.history')
// @same input.on is not a function ||| input.on is not a function. (In 'input.on('error', onError)', 'input.on' is undefined)
'use strict';
const { PassThrough } = require('node:stream');
const readline = require('node:readline');

function show(title, run) {
  try {
    console.log(title, '->', run());
  } catch (error) {
    console.log(title, '|', error.name, error.code, error.message);
  }
}
const make = (options) => readline.createInterface({ input: new PassThrough(), output: new PassThrough(), ...options });

const closed = make({ terminal: true });
closed.close();
for (const [method, ...args] of [['close'], ['pause'], ['resume'], ['write', 'x'], ['prompt'], ['question', 'x', () => {}], ['setPrompt', 'x'], ['clearLine']]) {
  show(`closed.${method}`, () => closed[method](...args));
}
show('nothing', () => readline.createInterface());
show('null', () => readline.createInterface(null));
show('no input', () => readline.createInterface({}));
for (const options of [
  { completer: 1 }, { history: 1 }, { historySize: -1 }, { historySize: 'a' }, { tabSize: 0 }, { tabSize: 4.5 }, { tabSize: '4' }, { escapeCodeTimeout: -1 },
  { escapeCodeTimeout: 'x' }, { escapeCodeTimeout: Infinity }, { signal: 1 }, { prompt: 'p' }, { crlfDelay: 'x' }, { crlfDelay: 50 }, { crlfDelay: 500 },
  { removeHistoryDuplicates: 1 }, { terminal: true }, { terminal: 0 }, { output: null }, { history: ['a', 'b'], terminal: true },
]) {
  show(require('node:util').inspect(options), () => {
    const rl = make(options);
    return [rl.getPrompt(), rl.crlfDelay, rl.escapeCodeTimeout, rl.terminal, rl.historySize, rl.history, rl.tabSize];
  });
}
const rl = make();
show('question without callback', () => rl.question('x'));
show('callback that is none', () => rl.question('x', 1, 2));
show('signal that is none', () => rl.question('x', { signal: 1 }, () => {}));
show('options null', () => rl.question('x', null, () => {}));
console.log(rl.prompt(), rl.pause() === rl, rl.resume() === rl, rl.write('x'), rl.close(), rl.closed);
console.log(readline.Interface(new PassThrough(), new PassThrough()) instanceof readline.Interface);
console.log(Object.keys(readline), readline.promises === require('node:readline/promises'));
for (const name of ['cursorTo', 'moveCursor', 'clearLine', 'clearScreenDown']) {
  const output = new PassThrough();
  show(name, () => [readline[name](output, 1, 2), String(output.read())]);
  show(name, () => [readline[name](output, -1, -2), String(output.read())]);
  show(name, () => readline[name](null, 0, 0));
  show(name, () => readline[name](output, NaN));
  show(name, () => readline[name](output, 'a', 1));
  show(name, () => readline[name](output, 1, 1, null));
}
