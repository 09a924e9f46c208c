// A page whose own scripts run, with selectors, events, observers, forms and timers.
import { JSDOM, VirtualConsole } from 'jsdom';

const virtualConsole = new VirtualConsole();
virtualConsole.on('log', (...all) => console.log('page says', ...all));
const dom = new JSDOM(`<!doctype html><title>T</title><ul id="list"><li class="a">one</li><li>two</li></ul>
<form><input name="x" value="1"><input type="checkbox" name="y" checked></form>
<script>console.log(document.title, document.querySelectorAll('li').length); window.later = new Promise((r) => setTimeout(r, 10, 'timer'));</script>`, { runScripts: 'dangerously', url: 'https://example.com/path?q=1', pretendToBeVisual: true, virtualConsole });
const { window } = dom;
const { document } = window;
console.log(document.querySelector('li.a + li').textContent, window.location.search, await window.later);
const records = [];
new window.MutationObserver((list) => records.push(...list.map((record) => record.type))).observe(document.body, { childList: true, attributes: true, subtree: true });
document.querySelector('#list').insertAdjacentHTML('beforeend', '<li data-k="v">three <b>bold</b></li>');
document.body.setAttribute('class', 'x y');
document.body.addEventListener('click', (event) => console.log('clicked', event.target.tagName, event.bubbles));
document.querySelector('b').click();
await null;
console.log(records, document.body.classList.contains('y'), document.querySelector('[data-k]').dataset.k);
console.log([...new window.FormData(document.querySelector('form'))]);
document.cookie = 'a=b';
window.localStorage.setItem('k', 'v');
console.log(document.cookie, window.localStorage.getItem('k'), window.getComputedStyle(document.body).display);
console.log(new window.XMLSerializer().serializeToString(document.querySelector('form')));
console.log(dom.serialize().length > 300, JSDOM.fragment('<p>x').firstChild.outerHTML);
window.close();
