// Lists of nodes: live ones follow the tree, others do not.
// @loop chrome firefox
// @output
//   3 3 0 6
//   b c null undefined b c true true false
//   a,b,c LI,#text,LI,#text,LI,#text
//   true true b 3
//   2 b
//   b,0,2,c,1,2
//   0 #text
//   1 LI
//   0,1 0,1 []
//   b [object HTMLCollection] [object NodeList] true true
//   0 true 0

const ul = document.createElement('ul');
document.body.append(ul);
const live = ul.children;
const byTag = document.getElementsByTagName('li');
const fixed = ul.querySelectorAll('li');
const nodes = ul.childNodes;
for (const name of ['a', 'b', 'c']) {
  const li = document.createElement('li');
  li.id = name;
  li.className = `item ${name}`;
  ul.append(li, ' ');
}
console.log(live.length, byTag.length, fixed.length, nodes.length);
console.log(live[1].id, live.item(2).id, live.item(9), live[9], live.b.id, live.namedItem('c').id, 'b' in live, 1 in live, 9 in live);
console.log([...live].map((item) => item.id).join(), Array.from(nodes, (node) => node.nodeName).join());
console.log(live === ul.children, nodes === ul.childNodes, document.getElementsByClassName('item b')[0].id, ul.getElementsByTagName('*').length);
ul.firstChild.remove();
console.log(live.length, live[0].id);
const walked = [];
ul.querySelectorAll('li').forEach((node, index, list) => walked.push(node.id, index, list.length));
console.log(walked.join());
for (const [index, node] of nodes.entries()) if (index < 2) console.log(index, node.nodeName);
console.log([...ul.querySelectorAll('li').keys()].join(), Object.keys(live).join(), JSON.stringify(Object.keys(fixed)));
live[0] = 1;
console.log(live[0].id, Object.prototype.toString.call(live), Object.prototype.toString.call(nodes), nodes instanceof NodeList, live instanceof HTMLCollection);
console.log(document.forms.length, document.scripts.length > 0, document.getElementsByName('none').length);
