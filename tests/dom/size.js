// What grows with the size of a page and no faster: 20 000 elements inside each other, and a list of 100 000 selectors over
// a thousand elements. Taken as the square of their number, either would outlast the time a program has.
// @loop chrome
// @output
//   20000 0 true
//   20000 deep
//   true false
//   40000 true
//   1 .wanted 4
//   each kind is found, alone and in a list
const nested = document.createElement('div');
nested.innerHTML = '<div>'.repeat(20_000) + '</span>'.repeat(20_000);
document.body.append(nested);
const all = nested.querySelectorAll('div');
console.log(all.length, all[19_999].childNodes.length, all[19_999].isConnected);

let at = document.createElement('p');
document.body.append(at);
for (let i = 0; i < 20_000; i++) {
  const inner = document.createElement('i');
  at.append(inner);
  at = inner;
}
let depth = 0;
for (let node = at; node.localName === 'i'; node = node.parentNode) depth++;
console.log(depth, 'deep');
const wasConnected = at.isConnected;
document.body.innerHTML = '';
console.log(wasConnected, at.isConnected);

const made = '<p><q>'.repeat(20_000);
nested.innerHTML = made;
console.log(nested.querySelectorAll('p, q').length, nested.outerHTML.startsWith('<div><p>'));

const list = document.createElement('section');
list.innerHTML = '<p class="some other classes"></p>'.repeat(999) + '<p id="last" class="wanted too" title="x"></p>';
const classes = Array.from({ length: 100_000 }, (_, i) => `.c${i}`);
const found = list.querySelectorAll(`${classes.join()},.wanted`);
console.log(found.length, `.${found[0].classList[0]}`, found[0].id.length);
const kinds = ['#last', 'p.wanted', 'section > .too', '[title=x]', ':last-child', 'P#last', '.w\\61nted', 'p:not(.some)'];
const odd = kinds.filter((kind) => {
  const listed = list.querySelectorAll(`${classes.slice(0, 20).join()},${kind}`);
  return listed.length !== 1 || listed[0].id !== 'last' || list.querySelectorAll(kind).length !== 1;
});
console.log(odd.length === 0 ? 'each kind is found, alone and in a list' : odd.join());
