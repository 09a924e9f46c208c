// Window to target, then back: capture listeners first, then bubble listeners.
document.body.innerHTML = '<div id="outer"><p id="inner"></p></div>';
const outer = document.getElementById('outer');
const inner = document.getElementById('inner');
const names = new Map([[window, 'window'], [document, 'document'], [document.documentElement, 'html'],
  [document.body, 'body'], [outer, 'outer'], [inner, 'inner']]);
for (const [target, name] of names) {
  for (const capture of [false, true]) {
    target.addEventListener('ping', (event) => {
      console.log(name, capture ? 'capture' : 'bubble', event.eventPhase);
    }, capture);
  }
}
inner.dispatchEvent(new Event('ping', { bubbles: true }));
console.log('does not bubble');
inner.dispatchEvent(new Event('ping'));
