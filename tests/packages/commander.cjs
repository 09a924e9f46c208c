// Options, arguments, subcommands, help, errors.
const { Command, Option, InvalidArgumentError } = require('commander');

const make = () => {
  const program = new Command('tool').description('does things').version('1.2.3').exitOverride();
  program.configureOutput({ writeOut: (text) => console.log('out:', text), writeErr: (text) => console.log('err:', text) });
  program.option('-v, --verbose', 'say more', (_, before) => before + 1, 0);
  program.addOption(new Option('-c, --color <name>', 'a colour').choices(['red', 'blue']).default('red').env('COLOR'));
  program.command('copy <from> [to...]').description('copies').option('-n, --count <n>', 'how often', (text) => {
    if (Number.isNaN(Number(text))) throw new InvalidArgumentError('not a number');
    return Number(text);
  }, 1).action((from, to, options, command) => console.log('copy', from, to, options, command.optsWithGlobals()));
  program.command('wait').action(async () => { await null; console.log('waited'); });
  program.hook('preAction', (command, action) => console.log('before', action.name()));
  return program;
};
const run = async (...words) => {
  try {
    await make().parseAsync(words, { from: 'user' });
  } catch (error) {
    console.log(error.code, error.exitCode, error.message);
  }
};
(async () => {
  await run('-v', '-v', '--color', 'blue', 'copy', 'a', 'b', 'c', '-n', '3');
  await run('wait');
  await run('--help');
  await run('copy', '--help');
  await run('--version');
  await run('--color', 'green', 'wait');
  await run('copy', 'a', '-n', 'x');
  await run('copy');
  await run('cpoy', 'a');
  await run('wait', '--verbos');
})();
