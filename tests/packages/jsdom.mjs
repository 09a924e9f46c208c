// A document with selectors, events, observers, forms, cookies and storage, driven from outside.
import { JSDOM } from 'jsdom';

const dom = new JSDOM(`<!doctype html><title>T</title><ul id="list"><li class="a">one</li><li>two</li></ul>
<form><input name="x" value="1"><input type="checkbox" name="y" checked><select name="z"><option>p<option selected>q</select></form>`, { url: 'https://example.com/path?q=1', pretendToBeVisual: true });
const { window } = dom;
const { document } = window;
console.log(document.title, document.querySelector('li.a + li').textContent, window.location.search, document.readyState);
const records = [];
new window.MutationObserver((list) => records.push(...list.map((record) => record.type))).observe(document.body, { childList: true, attributes: true, subtree: true });
document.querySelector('#list').insertAdjacentHTML('beforeend', '<li data-k="v">three <b>bold</b></li>');
document.body.setAttribute('class', 'x y');
const order = [];
for (const target of [document.body, document, window]) {
  target.addEventListener('click', (event) => order.push(`capture ${event.eventPhase}`), true);
  target.addEventListener('click', (event) => order.push(`bubble ${event.target.tagName} ${event.isTrusted}`));
}
document.querySelector('b').click();
document.querySelector('b').dispatchEvent(new window.CustomEvent('own', { detail: 7, bubbles: true, cancelable: true }));
await null;
console.log(order, records, document.body.classList.contains('y'), document.querySelector('[data-k]').dataset.k);
console.log([...new window.FormData(document.querySelector('form'))]);
document.cookie = 'a=b';
window.localStorage.setItem('k', 'v');
console.log(document.cookie, window.localStorage.getItem('k'), window.getComputedStyle(document.body).display);
console.log(new window.XMLSerializer().serializeToString(document.querySelector('form')));
await new Promise((resolve) => window.requestAnimationFrame(resolve));
const range = document.createRange();
range.selectNodeContents(document.querySelector('#list'));
console.log(range.toString().length, document.evaluate('count(//li)', document, null, 1).numberValue, new window.DOMParser().parseFromString('<r><a/></r>', 'text/xml').documentElement.outerHTML);
try { document.querySelector('!!'); } catch (error) { console.log(error.name, error instanceof window.DOMException); }
console.log(dom.serialize().length > 300, JSDOM.fragment('<p>x').firstChild.outerHTML);
window.close();
