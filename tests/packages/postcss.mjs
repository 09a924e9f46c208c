// Plugins over a parsed sheet, changes, maps, errors.
import postcss from 'postcss';

const plugin = (options = {}) => ({ postcssPlugin: 'px', Once: (root, { result }) => { result.warn('seen', { node: root.first }); }, Declaration: { width: (declaration) => { declaration.value = declaration.value.replace(/(\d+)px/, (_, n) => `${n / (options.base ?? 16)}rem`); } }, AtRule: { own: (rule, { Rule }) => { rule.replaceWith(new Rule({ selector: '.made', nodes: [{ prop: 'a', value: 'b' }] })); } } });
plugin.postcss = true;
const result = await postcss([plugin({ base: 10 })]).process('a { width: 25px; color: red !important }\n@own x;\n/* c */\n@media print { b { c: d } }', { from: 'in.css', to: 'out.css', map: { inline: false } });
console.log(result.css, JSON.parse(result.map.toString()).mappings, result.warnings().map(String));
const root = postcss.parse('a{b:c;d:e}');
root.walkDecls((declaration) => { if (declaration.prop === 'b') declaration.remove(); else declaration.cloneBefore({ prop: '-x-' + declaration.prop }); });
root.append({ selector: 'p', nodes: [] });
console.log(root.toString(), root.toJSON().nodes.length, postcss.list.comma('a, b(c, d)'));
try { postcss.parse('a { b: c'); } catch (error) { console.log(error.name, error.reason, error.line, error.column); }
