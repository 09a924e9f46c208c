// Selectors: what they find, and in which order.
// @loop chrome firefox
// @output
//   li => li.item.first li.item li.item.last
//   LI.item => li.item.first li.item li.item.last
//   .item.last => li.item.last
//   #list > .item => li.item.first li.item li.item.last
//   main li => li.item.first li.item li.item.last
//   ul, h1 => h1.title.big list
//   h1 + ul => list
//   h1 ~ p => p p
//   li:first-child => li.item.first
//   li:last-child => li.item.last
//   li:nth-child(2) => li.item
//   li:nth-child(odd) => li.item.first li.item.last
//   li:nth-child(2n) => li.item
//   li:nth-child(-n+2) => li.item.first li.item
//   li:nth-last-child(1) => li.item.last
//   li:not(.first) => li.item li.item.last
//   li:not(.first, .last) => li.item
//   [data-n] => li.item.last
//   [data-n="3"] => li.item.last
//   [lang|=en] => p
//   [value~=y] => input
//   [class^=ti] => h1.title.big
//   [class$=big] => h1.title.big
//   [class*="tle b"] => h1.title.big
//   [value="X Y" i] => input
//   input:checked => on
//   input:disabled => off
//   p:empty => p
//   :root => html
//   p:has(em) => p
//   :is(h1, em) => h1.title.big em
//   main > * => h1.title.big list form p p
//   ul * => li.item.first li.item li.item.last
//   p:first-of-type => p
//   em:only-child => em
//   "" SyntaxError
//   ">" SyntaxError
//   "li:" SyntaxError
//   "..a" SyntaxError
//   "[" SyntaxError
//   "li:unknown" SyntaxError
//   "#" SyntaxError
//   "a,,b" SyntaxError
//   true false main null
//   1 3 null
//   null null 0

document.body.innerHTML = `
  <main id="main" class="wide">
    <h1 class="title big">Title</h1>
    <ul id="list"><li class="item first">1</li><li class="item">2</li><li class="item last" data-n="3">3</li></ul>
    <form><input id="on" type="checkbox" checked><input id="off" type="checkbox" disabled><input name="t" value="x y"></form>
    <p lang="en-GB">para <em>em</em></p><p></p>
  </main>`;
const show = (element) => element.id || element.localName + (element.className && `.${element.className.replace(/ /g, '.')}`);
const selectors = [
  'li', 'LI.item', '.item.last', '#list > .item', 'main li', 'ul, h1', 'h1 + ul', 'h1 ~ p', 'li:first-child', 'li:last-child',
  'li:nth-child(2)', 'li:nth-child(odd)', 'li:nth-child(2n)', 'li:nth-child(-n+2)', 'li:nth-last-child(1)', 'li:not(.first)', 'li:not(.first, .last)',
  '[data-n]', '[data-n="3"]', '[lang|=en]', '[value~=y]', '[class^=ti]', '[class$=big]', '[class*="tle b"]', '[value="X Y" i]',
  'input:checked', 'input:disabled', 'p:empty', ':root', 'p:has(em)', ':is(h1, em)', 'main > *', 'ul *', 'p:first-of-type', 'em:only-child',
];
for (const selector of selectors) {
  console.log(selector, '=>', Array.from(document.querySelectorAll(selector), show).join(' '));
}
for (const wrong of ['', '>', 'li:', '..a', '[', 'li:unknown', '#', 'a,,b']) {
  try {
    document.querySelector(wrong);
    console.log(JSON.stringify(wrong), 'allowed');
  } catch (error) {
    console.log(JSON.stringify(wrong), error.name);
  }
}
const item = document.querySelector('.last');
console.log(item.matches('ul > li'), item.matches('ol > li'), show(item.closest('main')), item.closest('table'));
const list = document.getElementById('list');
console.log(list.querySelector('main li').textContent, list.querySelectorAll(':scope > li').length, list.querySelector(':scope'));
console.log(document.querySelector('nothing'), document.getElementById('nothing'), document.querySelectorAll('nothing').length);
