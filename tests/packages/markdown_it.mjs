// Markdown to HTML: tables, typography, links, rules of its own.
import MarkdownIt from 'markdown-it';

const md = new MarkdownIt({ html: true, linkify: true, typographer: true, highlight: (code, language) => `<i>${language}</i>${code.trim()}` });
console.log(md.render('# Title\n\n"Quotes" -- and ... (c) www.example.com\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n\n```js\na < b\n```\n\n1. x\n   - y\n\n![img](a.png "t") ~~del~~ H~2~O\n\n***\n<b>raw</b>\n\n[ref]\n\n[ref]: /url "Title"\n'));
md.inline.ruler.push('smile', (state, silent) => { if (!state.src.startsWith(':)', state.pos)) return false; if (!silent) state.push('smile', '', 0); state.pos += 2; return true; });
md.renderer.rules.smile = () => '☺';
md.use((it) => { it.core.ruler.push('shout', (state) => { for (const token of state.tokens) if (token.type === 'heading_open') token.attrSet('class', 'loud'); }); });
console.log(md.render('## hello :)'), md.renderInline('*a* **b** \\*c\\*'), new MarkdownIt('commonmark').render('a  \nb <script>'), md.parse('- x', {}).map(({ type }) => type));
