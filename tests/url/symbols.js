// A symbol is no text: what a URL says of one.
'use strict';

const symbol = Symbol('text');
const tell = (label, call) => {
  try {
    console.log(label, call());
  } catch (error) {
    console.log(label, `${error}`);
  }
};
const url = new URL('http://h/');
for (const [name, { set }] of Object.entries(Object.getOwnPropertyDescriptors(URL.prototype))) {
  if (set) tell(name, () => { url[name] = symbol; });
}
tell('new', () => new URL(symbol));
tell('base', () => new URL('x', symbol));
tell('canParse', () => URL.canParse(symbol));
tell('parse', () => URL.parse('x', symbol));
