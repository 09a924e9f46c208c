// attributeFilter, attributeOldValue and characterDataOldValue.
const node = document.createElement('p');
node.append('one');
new MutationObserver((records) => {
  for (const { type, attributeName, oldValue } of records) console.log(type, attributeName, oldValue);
}).observe(node, { attributeFilter: ['title'], attributeOldValue: true });
new MutationObserver((records) => {
  for (const { type, oldValue } of records) console.log(type, oldValue);
}).observe(node.firstChild, { characterDataOldValue: true });
node.id = 'not told';
node.title = 'first';
node.title = 'second';
node.removeAttribute('title');
node.firstChild.data = 'two';
node.firstChild.data = 'three';
