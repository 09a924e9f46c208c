// Variables, nesting, mixins, functions, imports, plugins, maps, errors.
const less = require('less');
const fs = require('node:fs');

fs.writeFileSync('part.less', '@imported: 3px; .bordered(@w: 1px; @c: black) { border: @w solid @c; }');
const text = '@import "part"; @color: #336699; .a { color: darken(@color, 10%); .bordered(@imported; red); &:hover { width: (10px + 5) * 2; } .b & { margin: ~"calc(1px + 2px)"; } @media (min-width: 1px) { order: 1; } .loop(@i) when (@i > 0) { .n@{i} { top: @i * 1px; } .loop(@i - 1); } .loop(2); }';
(async () => {
  const { css, imports } = await less.render(text, { paths: ['.'] });
  console.log(css, imports);
  const mapped = await less.render('.x { y: z }', { sourceMap: {} });
  console.log(JSON.parse(mapped.map).mappings);
  for (const bad of ['.a { color: @none }', '.a { .mixin(); }', '@import "nothing";', '.a {']) await less.render(bad, { filename: 'bad.less' }).catch(({ type, line, column, message }) => console.log(type, line, column, message.split('\n')[0].split(' Tried')[0]));
})();
