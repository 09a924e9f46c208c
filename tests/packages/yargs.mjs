// Commands, options of all types, completion, help, failures.
import yargs from 'yargs';

const parser = () => yargs().scriptName('tool').locale('en').wrap(80)
  .option('size', { alias: 's', type: 'number', default: 1, describe: 'how big' })
  .option('tags', { type: 'array', describe: 'several' })
  .option('flag', { type: 'boolean' })
  .command('get <key> [fallback]', 'reads a key', (y) => y.positional('key', { type: 'string' }), (argv) => console.log('get', argv.key, argv.fallback, argv.size))
  .command({ command: 'later', describe: 'an async one', handler: async () => { await new Promise((resolve) => setTimeout(resolve, 5)); console.log('later'); } })
  .middleware((argv) => { argv.seen = true; })
  .check((argv) => { if (argv.size > 10) throw new Error('too big'); return true; })
  .strict().demandCommand(1).exitProcess(false).help().version('1.0.0');
const run = (line) => new Promise((resolve) => {
  Promise.resolve(parser().parse(line, (error, argv, output) => { console.log(JSON.stringify(line), error?.message, JSON.stringify(argv), output); resolve(); })).then(resolve, resolve);
});
await run('get a b --size 3 --tags x y --no-flag');
await run('get a -s=5 --tags z');
await run('later');
await run('--help');
await run('get --help');
await run('--version');
await run('get');
await run('get a --size 11');
await run('get a --unknown');
await run('');
console.log(yargs().scriptName('tool').parserConfiguration({ 'populate--': true }).help(false).version(false).parse('--a.b=1 --c "d e" -xyz 3 -- rest'));
