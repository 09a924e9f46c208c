// Markdown to HTML: tables, code, lists, extensions, a lexer.
import { marked, Marked, lexer } from 'marked';

console.log(marked.parse('# Title\n\nSome *emphasis*, `code`, [a link](https://example.com "t") and ~~struck~~.\n\n- one\n  - nested\n- [x] done\n\n| a | b |\n|:-|-:|\n| 1 | 2 |\n\n```js\nconst a = "<b>";\n```\n\n> quote\n\n1. first\n2. second\n\n<div>html</div>\n\nhttps://auto.link\n'));
const own = new Marked({ renderer: { heading({ tokens, depth }) { return `<h${depth} class="own">${this.parser.parseInline(tokens)}</h${depth}>\n`; } }, extensions: [{ name: 'mention', level: 'inline', start: (text) => text.indexOf('@'), tokenizer(text) { const match = /^@(\w+)/.exec(text); return match ? { type: 'mention', raw: match[0], user: match[1] } : undefined; }, renderer: ({ user }) => `<a href="/${user}">@${user}</a>` }] });
console.log(own.parse('## Hi @ada'), marked.parseInline('**b** _i_'));
console.log(lexer('# a\n\ntext').map(({ type, raw }) => [type, raw]), await marked.parse('async', { async: true }));
