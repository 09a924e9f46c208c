// A list, a confirmation, text with validation and a checkbox, answered by keys on a stream.
import { input, confirm, select, checkbox, password, number } from '@inquirer/prompts';
import inquirer from 'inquirer';
import { PassThrough } from 'node:stream';

const terminal = () => {
  const stdin = new PassThrough();
  stdin.isTTY = true;
  stdin.setRawMode = () => stdin;
  const stdout = new PassThrough();
  stdout.resume();
  stdout.columns = 80;
  return { input: stdin, output: stdout };
};
const ask = async (prompt, options, keys) => {
  const context = terminal();
  const answer = prompt(options, context);
  for (const key of keys) {
    await new Promise((resolve) => setTimeout(resolve, 15));
    context.input.write(key);
  }
  return answer;
};
const down = '\x1b[B';
console.log(await ask(input, { message: 'name?' }, ['A', 'd', 'a', '\r']));
console.log(await ask(input, { message: 'again?', validate: (text) => text.length > 2 || 'longer' }, ['a', '\r', 'b', 'c', '\r']));
console.log(await ask(confirm, { message: 'sure?' }, ['n', '\r']));
console.log(await ask(select, { message: 'which?', choices: ['one', 'two', 'three'] }, [down, down, '\r']));
console.log(await ask(checkbox, { message: 'many?', choices: ['a', 'b', 'c'] }, [' ', down, down, ' ', '\r']));
console.log(await ask(password, { message: 'secret?' }, ['x', 'y', '\r']));
console.log(await ask(number, { message: 'number?', default: 7 }, ['\r']));
console.log(await ask((questions, context) => inquirer.createPromptModule(context)(questions), [{ type: 'input', name: 'first', message: '1' }, { type: 'confirm', name: 'second', message: '2', when: ({ first }) => first === 'y' }], ['y', '\r', '\r']));
