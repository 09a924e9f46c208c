// Questions answered by injected values and by keys on a stream.
const prompts = require('prompts');
const { PassThrough } = require('node:stream');

(async () => {
  const ask = async (question, keys) => {
    const stdin = new PassThrough();
    stdin.isTTY = true;
    stdin.setRawMode = () => stdin;
    const stdout = new PassThrough();
    stdout.resume();
    stdout.columns = 80;
    const answer = prompts({ name: 'x', message: 'm', stdin, stdout, ...question });
    for (const key of keys) {
      await new Promise((resolve) => setTimeout(resolve, 15));
      stdin.write(key);
    }
    return answer;
  };
  console.log(await ask({ type: 'text', initial: 'start' }, ['h', 'i', '\r']));
  console.log(await ask({ type: 'select', choices: [{ title: 'a', value: 1 }, { title: 'b', value: 2 }] }, ['\x1b[B', '\r']));
  console.log(await ask({ type: 'toggle', active: 'on', inactive: 'off' }, ['\x1b[C', '\r']));
  console.log(await ask({ type: 'confirm' }, ['y']));
  console.log(await ask({ type: 'text' }, ['\x03']));
  prompts.inject(['Ada', 36, ['red', 'blue'], new Error('cancelled')]);
  console.log(await prompts([
    { type: 'text', name: 'name', message: '?' },
    { type: 'number', name: 'age', message: '?' },
    { type: 'multiselect', name: 'colors', message: '?', choices: [{ title: 'Red', value: 'red' }, { title: 'Blue', value: 'blue' }] },
    { type: 'confirm', name: 'never', message: '?' },
  ]));
})();
