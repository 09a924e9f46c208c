// Sections, inverted ones, partials, lambdas, delimiters.
import Mustache from 'mustache';

console.log(Mustache.render('{{title}} {{{raw}}} {{&raw}} {{raw}}{{#list}}\n- {{name}} {{.}}{{/list}}{{^none}} nothing{{/none}}{{! no }}{{#f}}x{{/f}} {{a.b.c}} {{>part}}{{=<% %>=}}<% title %>', { title: 'T', raw: '<b>&', list: [{ name: 'a' }, { name: 'b', toString: () => 'obj' }], f: () => (text, render) => render(text + '{{title}}'), a: { b: { c: 1 } } }, { part: '[{{title}}]' }));
console.log(JSON.stringify(Mustache.parse('{{#a}}b{{/a}}')));
try { Mustache.render('{{#open}}', {}); } catch (error) { console.log(error.message); }
