// Templates with helpers, partials, blocks, escapes, precompilation, errors.
const Handlebars = require('handlebars');

Handlebars.registerHelper('loud', (text, options) => text.toUpperCase() + (options.hash.end ?? ''));
Handlebars.registerHelper('twice', function (options) { return options.fn(this) + options.fn({ ...this, again: true }); });
Handlebars.registerPartial('row', '<li>{{@index}} {{name}}{{#if @last}}.{{/if}}</li>');
const template = Handlebars.compile('{{! comment }}<h1>{{loud title end="!"}}</h1>{{#each people}}{{> row}}{{else}}none{{/each}}{{#with deep.er}}{{x}} {{../title}}{{/with}}{{{raw}}} {{raw}} {{#unless no}}yes{{/unless}}{{#twice}}[{{again}}]{{/twice}} {{lookup map key}} {{people.1.name}}');
console.log(template({ title: 'hi', people: [{ name: 'A&B' }, { name: 'C' }], deep: { er: { x: 1 } }, raw: '<b>', map: { k: 'v' }, key: 'k' }));
const { spec } = { spec: Handlebars.precompile('{{a}}-{{b.c}}') };
console.log(Handlebars.template(eval('(' + spec + ')'))({ a: 1, b: { c: 2 } }));
console.log(Handlebars.compile('{{#each list as |item i|}}{{i}}:{{item}} {{/each}}{{~#if x~}} trimmed {{~/if}}')({ list: ['a', 'b'], x: 1 }));
for (const bad of ['{{#if}}', '{{> nothing}}', '{{{a}}']) {
  try { console.log(Handlebars.compile(bad)({})); } catch (error) { console.log(error.message.split('\n')[0]); }
}
