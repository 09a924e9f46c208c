// Components with hooks, context and suspense to text, a Node stream and a web stream.
import { createElement as h, createContext, use, useId, useState, Suspense } from 'react';
import { renderToString, renderToStaticMarkup, renderToPipeableStream, renderToReadableStream } from 'react-dom/server';
import { Writable } from 'node:stream';

const Theme = createContext('light');
const Item = ({ text }) => h('li', { className: use(Theme), style: { marginTop: 4, color: 'red' } }, text);
const List = () => {
  const [count] = useState(3);
  return h('ul', { id: useId(), 'data-count': count }, ['a & b', '<c>', 'ä'].map((text) => h(Item, { key: text, text })));
};
console.log(renderToString(h(Theme.Provider, { value: 'dark' }, h(List))));
console.log(renderToStaticMarkup(h('p', { dangerouslySetInnerHTML: { __html: '<b>x</b>' } })));
const later = new Promise((resolve) => setTimeout(resolve, 20, 'came later'));
const Late = () => h('p', null, use(later));
const page = () => h('html', null, h('body', null, h(Suspense, { fallback: h('i', null, 'wait') }, h(Late)), h(List)));
const piped = await new Promise((resolve, reject) => {
  let text = '';
  const { pipe } = renderToPipeableStream(page(), {
    onShellReady: () => pipe(new Writable({ write(part, _, done) { text += part; done(); }, final(done) { resolve(text); done(); } })),
    onError: reject,
  });
});
console.log(piped);
const stream = await renderToReadableStream(h(List));
await stream.allReady;
console.log(await new Response(stream).text());
try { renderToString(h(() => { throw new Error('in a component'); })); } catch (error) { console.log(error.message); }
