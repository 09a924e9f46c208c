// The tree: where nodes go, how they move, and what is refused.//   append a b #text c
// @loop chrome firefox
// @output
//   append a b #text c
//   prepend moves c a b #text
//   insertBefore c a d b #text
//   before itself c a d b #text
//   before c b #text a d #text
//   after c b #text a d #text
//   replaceWith itself c b #text a #text d #text
//   replaceChild c b #text a #text e #text
//   neighbours b e c 4
//   fragment c b #text a #text e #text f g 0
//   replaceChildren a b
//   textContent #text only null
//   empty false
//   cycle HierarchyRequestError true
//   deep cycle HierarchyRequestError true
//   stranger NotFoundError true
//   before a stranger NotFoundError true
//   into text HierarchyRequestError true
//   no node TypeError false
//   two roots HierarchyRequestError true
//   text in document HierarchyRequestError true
//   bad name InvalidCharacterError true
//   connected false false
//   connected true true true
//   contains true true false false
//   position 20 10 2
//   clone <div><p id="a"><p id="b"></p></p></div> true false 0
//   removed false null
//   normalize 3 one two  one two three
//   splitText ["two ","one ","one two "]
//   data wo!  4 wo!  o!

const name = (node) => (node === null ? 'null' : node.id || node.nodeName);
const show = (node) => Array.from(node.childNodes, name).join(' ');
const refused = (action) => {
  try {
    action();
    return 'allowed';
  } catch (error) {
    return `${error.name} ${error instanceof DOMException}`;
  }
};
const make = (id) => {
  const element = document.createElement('p');
  element.id = id;
  return element;
};

const root = document.createElement('div');
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(make);
root.append(a, b, 'text', c);
console.log('append', show(root));
root.prepend(c);
console.log('prepend moves', show(root));
root.insertBefore(d, b);
console.log('insertBefore', show(root));
root.insertBefore(b, b);
console.log('before itself', show(root));
a.before(b, 'x');
console.log('before', show(root));
a.after(d);
console.log('after', show(root));
a.replaceWith(a, 'y');
console.log('replaceWith itself', show(root));
root.replaceChild(make('e'), d);
console.log('replaceChild', show(root));
console.log('neighbours', name(a.previousElementSibling), name(a.nextElementSibling), name(root.firstElementChild), root.childElementCount);

const fragment = document.createDocumentFragment();
fragment.append(make('f'), make('g'));
root.appendChild(fragment);
console.log('fragment', show(root), fragment.childNodes.length);
root.replaceChildren(a, b);
console.log('replaceChildren', show(root));
root.textContent = 'only';
console.log('textContent', show(root), root.firstChild.data, a.parentNode);
root.textContent = '';
console.log('empty', root.hasChildNodes());

console.log('cycle', refused(() => a.append(a)));
root.append(a);
a.append(b);
console.log('deep cycle', refused(() => b.append(root)));
console.log('stranger', refused(() => root.removeChild(c)));
console.log('before a stranger', refused(() => root.insertBefore(c, b)));
console.log('into text', refused(() => document.createTextNode('').appendChild(c)));
console.log('no node', refused(() => root.appendChild('text')));
console.log('two roots', refused(() => document.appendChild(make('z'))));
console.log('text in document', refused(() => document.append('text')));
console.log('bad name', refused(() => document.createElement('1')));

console.log('connected', root.isConnected, b.isConnected);
document.body.append(root);
console.log('connected', root.isConnected, b.isConnected, b.getRootNode() === document);
console.log('contains', root.contains(b), root.contains(root), b.contains(root), root.contains(null));
console.log('position', root.compareDocumentPosition(b), b.compareDocumentPosition(root), a.compareDocumentPosition(document.head) & 2);
const copy = root.cloneNode(true);
console.log('clone', copy.outerHTML, copy.isEqualNode(root), copy === root, root.cloneNode().childNodes.length);
root.remove();
console.log('removed', root.isConnected, root.parentNode);

const words = document.createElement('p');
words.append('one ', 'two ', '', document.createComment('c'), 'three');
words.normalize();
console.log('normalize', words.childNodes.length, words.firstChild.data, words.textContent);
const rest = words.firstChild.splitText(4);
console.log('splitText', JSON.stringify([rest.data, words.firstChild.data, rest.wholeText]));
rest.insertData(3, '!');
rest.deleteData(0, 1);
console.log('data', rest.data, rest.length, rest.nodeValue, rest.substringData(1, 2));
