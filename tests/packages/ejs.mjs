// Templates with includes, escapes, delimiters, async parts, errors.
import ejs from 'ejs';
import { writeFileSync } from 'node:fs';

writeFileSync('part.ejs', '<b><%= name %></b>');
writeFileSync('page.ejs', '<% for (const name of names) { -%>\n<%- include("part", { name }) %>\n<% } -%>\n<%# comment %><%= "<" %> <%- "<" %> <%% <%_ if (true) { _%> trimmed <%_ } _%>\n');
console.log(await ejs.renderFile('page.ejs', { names: ['a', 'b & c'] }));
console.log(ejs.render('[? x ?] [?= x ?]', { x: 1 }, { delimiter: '?', openDelimiter: '[', closeDelimiter: ']' }), ejs.compile('<%= locals.a ?? "none" %>')({}));
console.log(await ejs.render('<%= await later() %>', { later: async () => 'came' }, { async: true }));
try { ejs.render('line one\n<%= missing.thing %>', {}); } catch (error) { console.log(error.name, error.message.includes('>> 2|')); }
try { ejs.render('<% if (', {}); } catch (error) { console.log(error.name); }
