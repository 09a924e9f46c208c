// Templates with mixins, inheritance, loops, filters, attributes, errors.
const pug = require('pug');
const fs = require('node:fs');

fs.writeFileSync('layout.pug', 'doctype html\nhtml\n  head\n    block title\n      title default\n  body\n    block content\n');
fs.writeFileSync('page.pug', 'extends layout\nblock title\n  title= title\nblock content\n  mixin item(text, n)\n    li(class=[`n${n}`, n > 1 && "big"], data-n=n)&attributes(attributes)= text\n  ul#list.a.b\n    each text, i in list\n      +item(text, i)(id="i" + i)\n    else\n      li none\n  p.\n    Text with #[b bold] and #{title} and !{"<i>raw</i>"}\n  if list.length > 1\n    p many\n  case list.length\n    when 2: p two\n    default: p other\n  script.\n    const a = 1 < 2;\n  input(type="checkbox" checked style={color: "red"})\n');
console.log(pug.renderFile('page.pug', { title: 'T & T', list: ['<one>', 'two'], pretty: true }));
console.log(pug.compile('p #{a} !{b}\n:up hello\n', { filters: { up: (text) => text.toUpperCase() } })({ a: '<', b: '<' }), pug.compileClient('p= x', { name: 'f', compileDebug: false }).length > 100);
for (const bad of ['p(', 'p\n   a\n  b', 'extends none', '- if (']) {
  try { pug.render(bad, { filename: 'bad.pug' }); } catch (error) { console.log(error.code, error.code?.startsWith('PUG:') ? error.line : error.name); }
}
