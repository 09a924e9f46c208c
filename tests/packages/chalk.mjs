// Colours of every depth, nested and turned off.
import chalk, { Chalk, supportsColor, chalkStderr, modifierNames } from 'chalk';

console.log(chalk.level, supportsColor, chalkStderr.level);
for (const level of [0, 1, 2, 3]) {
  const c = new Chalk({ level });
  console.log(JSON.stringify([c.red('a'), c.bold.underline.bgBlue('b'), c.hex('#123456')('c'), c.rgb(200, 100, 50).inverse('d'), c.bgAnsi256(194)('e'), c.green(`x ${c.blue('y')} z`), c.red('two\nlines')]));
}
console.log(chalk.red('plain here'), modifierNames.length, new Chalk({ level: 1 }).visible('v'));
