// Questions: with callbacks, as promises, with signals; completers of every kind; Readline.
// @env TERM=xterm
'use strict';
const { PassThrough } = require('node:stream');
const { promisify } = require('node:util');
const readline = require('node:readline');
const promises = require('node:readline/promises');

const make = (module, options) => module.createInterface({ input: new PassThrough(), output: new PassThrough(), terminal: true, ...options });
const tell = (error) => console.log(error.name, error.code, error.message, error.cause instanceof Error ? 'a cause' : error.cause);

(async () => {
  const rl = make(readline);
  rl.on('line', (line) => console.log('line', line));
  rl.question('name? ', (answer) => console.log('answer', answer, rl.getPrompt()));
  rl.question('second? ', () => console.log('never'));
  console.log(rl.getPrompt());
  rl.write('me\n');
  rl.write('more\n');
  const controller = new AbortController();
  rl.question('aborted? ', { signal: controller.signal }, () => console.log('never'));
  controller.abort();
  console.log(rl.getPrompt());
  rl.question('never asked? ', { signal: AbortSignal.abort() }, () => console.log('never'));
  const ask = promisify(rl.question).bind(rl);
  setImmediate(() => rl.write('promised\n'));
  console.log(await ask('p? '));
  await ask('x', { signal: AbortSignal.abort('why') }).catch(tell);
  const later = new AbortController();
  setImmediate(() => later.abort());
  await ask('x', { signal: later.signal }).catch(tell);
  rl.close();
  await ask('closed').catch(tell);

  const asking = make(promises);
  setImmediate(() => asking.input.write('typed\r'));
  console.log(await asking.question('q? '));
  await asking.question('x', { signal: AbortSignal.abort('pre') }).catch(tell);
  await asking.question('x', { signal: 1 }).catch(tell);
  const soon = new AbortController();
  setImmediate(() => soon.abort('why'));
  await asking.question('x', { signal: soon.signal }).catch(tell);
  console.log(asking.getPrompt());
  const first = asking.question('first? ');
  const second = asking.question('second? ');
  asking.input.write('only one\r');
  console.log(await first, await Promise.race([second, 'no answer']));
  const interrupted = asking.question('interrupted? ');
  asking.input.write('\x03');
  await interrupted.catch(tell);
  console.log(asking.closed);
  await asking.question('closed').catch(tell);

  // Completers.
  const words = ['abc', 'abd', 'xyz'];
  const matching = (text) => [words.filter((word) => word.startsWith(text)), text];
  const kinds = {
    plain: [readline, (text) => matching(text)],
    callback: [readline, (text, callback) => setImmediate(callback, null, matching(text))],
    failing: [readline, (text, callback) => callback('failed')],
    promise: [promises, async (text) => matching(text)],
    value: [promises, (text) => matching(text)],
    rejecting: [promises, () => Promise.reject('rejected')],
    throwing: [promises, () => { throw 'thrown'; }],
  };
  for (const [kind, [module, completer]] of Object.entries(kinds)) {
    const events = [];
    const completing = make(module, { completer });
    completing.on('pause', () => events.push('pause'));
    completing.on('resume', () => events.push('resume'));
    completing.input.write('a\t');
    for (let i = 0; i < 4; i++) await new Promise(setImmediate);
    console.log(kind, completing.line, events, JSON.stringify(String(completing.output.read())));
    completing.close();
  }

  const output = new PassThrough();
  const cursor = new promises.Readline(output);
  console.log(cursor.cursorTo(1).cursorTo(1, 2).moveCursor(-1, 3).clearLine(-1).clearLine(0).clearLine(1).clearScreenDown() === cursor, output.read());
  await cursor.commit();
  console.log(JSON.stringify(String(output.read())));
  await cursor.clearLine(0).rollback().commit();
  console.log(output.read());
  const automatic = new promises.Readline(output, { autoCommit: true });
  automatic.cursorTo(3);
  console.log(output.read());
  await new Promise(setImmediate);
  console.log(JSON.stringify(String(output.read())));
  for (const attempt of [
    () => new promises.Readline(1), () => new promises.Readline(output, { autoCommit: 1 }), () => cursor.cursorTo('a'), () => cursor.cursorTo(1, 'a'),
    () => cursor.moveCursor(1), () => cursor.moveCursor(0, 0) === cursor, () => cursor.clearLine(5), () => cursor.clearLine('1'), () => cursor.cursorTo(1.5),
  ]) {
    try {
      console.log(attempt());
    } catch (error) {
      tell(error);
    }
  }
})();
