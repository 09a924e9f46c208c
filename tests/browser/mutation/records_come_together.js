// One call with all records of the task, in the order of the changes.
const list = document.createElement('ul');
new MutationObserver((records) => {
  for (const { type, target, addedNodes, removedNodes, attributeName } of records) {
    console.log(type, target.nodeName, attributeName, addedNodes.length, removedNodes.length);
  }
}).observe(list, { childList: true, attributes: true, characterData: true, subtree: true });
const item = document.createElement('li');
list.append(item, document.createElement('li'));
list.className = 'long';
item.append('text');
item.firstChild.data = 'other text';
item.remove();
item.id = 'outside';
console.log('script');
