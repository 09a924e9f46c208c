// Attributes and the properties that mirror them.//   <div id="one" class="a  b a"></div> one a  b a null true
// @loop chrome firefox
// @output
//   <div id="one" class="a  b a"></div> one a  b a null true
//   a b c 3 true b a b c
//   false true true true a c e
//   ""
//   SyntaxError
//   InvalidCharacterError
//   true true <div id="one" class="" hidden=""></div> false false
//   id 1 id one true
//   v ann userName,longKey true undefined
//   false
//   color: red; margin-top: 1px; background-color: blue; 1px red 3
//   margin-top: 1px; background-color: blue; 1px 23
//   none
//   tip 2 de -1
//   https://example.org/b?c#d https://example.org/a/../b?c#d true
//   true HTMLUnknownElement HTMLElement HTMLInputElement [object HTMLParagraphElement] g
//   HTML body DIV #document
//   TypeError
//   "a title" "  a   title "

const div = document.createElement('div');
div.setAttribute('ID', 'one');
div.className = 'a  b a';
console.log(div.outerHTML, div.id, div.getAttribute('Class'), div.getAttribute('none'), div.hasAttribute('id'));
div.classList.add('c', 'a');
console.log(div.className, div.classList.length, div.classList.contains('c'), div.classList[1], String(div.classList));
console.log(div.classList.toggle('b'), div.classList.toggle('d'), div.classList.toggle('d', true), div.classList.replace('d', 'e'), div.className);
div.classList.remove('a', 'c', 'e');
console.log(JSON.stringify(div.getAttribute('class')));
for (const wrong of ['', 'a b']) {
  try {
    div.classList.add(wrong);
  } catch (error) {
    console.log(error.name);
  }
}
console.log(div.toggleAttribute('hidden'), div.hidden, div.outerHTML, div.toggleAttribute('hidden', false), div.hidden);
div.removeAttribute('class');
div.removeAttribute('class');
console.log(div.getAttributeNames().join(), div.attributes.length, div.attributes[0].name, div.attributes.id.value, div.attributes[0].ownerElement === div);

div.dataset.userName = 'ann';
div.setAttribute('data-long-key', 'v');
console.log(div.dataset.longKey, div.getAttribute('data-user-name'), Object.keys(div.dataset).join(), 'longKey' in div.dataset, div.dataset.none);
delete div.dataset.longKey;
console.log(div.hasAttribute('data-long-key'));

div.style.color = 'red';
div.style.setProperty('margin-top', '1px');
div.style.backgroundColor = 'blue';
console.log(div.getAttribute('style'), div.style.marginTop, div.style.getPropertyValue('color'), div.style.length);
div.style.color = '';
console.log(div.style.cssText, div.style.removeProperty('margin-top'), div.getAttribute('style').length);
div.setAttribute('style', 'display: none');
console.log(div.style.display);

div.title = 'tip';
div.tabIndex = 2;
div.lang = 'de';
console.log(div.getAttribute('title'), div.getAttribute('tabindex'), div.getAttribute('lang'), document.createElement('p').tabIndex);
const link = document.createElement('a');
link.setAttribute('href', 'https://example.org/a/../b?c#d');
console.log(link.href, link.getAttribute('href'), document.createElement('a').href === '');

console.log(document.createElement('section') instanceof HTMLElement, document.createElement('wrong').constructor.name,
  document.createElement('my-part').constructor.name, document.createElement('INPUT').constructor.name,
  Object.prototype.toString.call(document.createElement('p')), document.createElementNS('http://www.w3.org/2000/svg', 'g').tagName);
console.log(document.documentElement.tagName, document.body.localName, document.createElement('Div').nodeName, document.nodeName);
try {
  new HTMLElement();
} catch (error) {
  console.log(error.name);
}
document.title = '  a   title ';
console.log(JSON.stringify(document.title), JSON.stringify(document.head.querySelector('title').textContent));
