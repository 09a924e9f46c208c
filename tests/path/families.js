// Both families of paths on the same odd inputs.
const { posix, win32 } = require('node:path');
const inputs = ['', '.', '..', '/', '//', 'a', 'a/', '/a', 'a/b', 'a//b/', '../a', './a/../b', '/a/../../b', 'a.b', '.a', 'a.', '..a',
  'a/.b.c', 'C:', 'C:\\', 'C:a', 'c:\\a\\..\\b', '\\\\server\\share\\x', '\\\\?\\C:\\a', 'a\\b/c', '/a b/\u00e9', 'x.tar.gz'];
for (const [name, family] of [['posix', posix], ['win32', win32]]) {
  for (const input of inputs) {
    console.log(name, JSON.stringify(input), family.normalize(input), family.dirname(input), family.basename(input),
                family.basename(input, '.gz'), family.extname(input), family.isAbsolute(input), family.format(family.parse(input)));
    console.log(family.parse(input));
  }
  for (const a of inputs.filter((input) => !input.includes('/../../'))) {
    for (const b of ['a', '../x', '/r', 'D:\\q']) console.log(name, family.join(a, b), family.resolve('/base', a, b), family.relative(`/base/${a}`, `/base/${b}`));
  }
}
console.log(posix.matchesGlob('a/b.js', '**/*.{js,ts}'), posix.matchesGlob('.x', '*'), posix.sep, win32.delimiter);
