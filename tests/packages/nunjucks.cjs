// Templates with inheritance, macros, filters, async filters, errors.
const nunjucks = require('nunjucks');
const fs = require('node:fs');

fs.writeFileSync('base.njk', '<title>{% block title %}base{% endblock %}</title>{% block body %}{% endblock %}');
fs.writeFileSync('page.njk', '{% extends "base.njk" %}{% block title %}{{ super() }} page{% endblock %}{% block body %}{% macro field(name, value="d") %}<i {{ name }}={{ value }}>{% endmacro %}{{ field("a") }}{{ field("b", value=2) }}{% for k, v in map %}{{ loop.index }}{{ k }}={{ v }}{% if not loop.last %},{% endif %}{% endfor %}{{ "<x>" }}{{ "<x>" | safe }}{{ list | sort | join("-") }}{% set n = 5 %}{{ n ** 2 // 3 }}{{ "yes" if n > 1 else "no" }}{{ text | upper | replace("A", "4") }}{% endblock %}');
const environment = new nunjucks.Environment(new nunjucks.FileSystemLoader('.'), { autoescape: true });
environment.addFilter('shout', (text) => text + '!');
environment.addFilter('later', (text, done) => setTimeout(done, 5, null, text + ' later'), true);
console.log(environment.render('page.njk', { map: { x: 1, y: 2 }, list: [3, 1, 2], text: 'banana' }));
console.log(environment.renderString('{{ "a" | shout }} {% raw %}{{ x }}{% endraw %} {{ missing }}|{{ d | default("dd") }}', {}));
environment.renderString('{{ "x" | later }}', {}, (error, text) => {
  console.log(error, text);
  environment.renderString('{{ f() }}', { f: () => { throw new Error('inside'); } }, (failed) => console.log(failed.name, failed.message.includes('inside')));
});
