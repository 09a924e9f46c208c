// The command line and the API: nesting, mixins, functions, modules, source maps, errors.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as sass from 'sass';

writeFileSync('_colors.scss', '$main: #336699;\n@mixin box($n) { padding: $n * 2px; &:hover { color: lighten($main, 10%); } }');
writeFileSync('a.scss', '@use "colors";\n@use "sass:math";\n.a { color: colors.$main; .b & { width: math.div(10px, 3); } @include colors.box(3); @each $n in 1, 2 { &-#{$n} { order: $n; } } }\n');
const bin = path.join(path.dirname(createRequire(import.meta.url).resolve('sass')), 'sass.js');
const run = (...words) => {
  const { status, stdout } = spawnSync(process.execPath, [bin, ...words], { encoding: 'utf8' });
  console.log('exit', status, stdout);
};
run('--quiet', 'a.scss');
run('--quiet', '--style=compressed', '--no-source-map', 'a.scss');
const compiled = sass.compileString('a { b: c; d: plus(1, 2) }', { functions: { 'plus($a, $b)': ([a, b]) => new sass.SassNumber(a.value + b.value) } });
console.log(compiled.css, compiled.loadedUrls);
const later = await sass.compileStringAsync('@use "virtual"; p { q: virtual.$x }', { importers: [{ canonicalize: (name) => new URL('virtual:' + name), load: async () => ({ contents: '$x: 42', syntax: 'scss' }) }], sourceMap: true });
console.log(later.css, later.sourceMap.version, later.sourceMap.mappings);
try { sass.compileString('a { b: $none }'); } catch (error) { console.log(error.sassMessage, error.span.start); }
